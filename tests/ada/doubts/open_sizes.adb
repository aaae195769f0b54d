--  What GNAT knows of sizes is not said: of arrays whose bounds are variables, and of constrained discriminants.
--  Parameters of entries it passes in another way.
procedure Open_Sizes is
   Wrong : exception;
   type Text (Length : Positive) is record
      Image : String (1 .. Length);
   end record;
   subtype Two is Text (2);
   type Numbers is array (Positive range <>) of Integer;
   Last : Integer := 2;
   subtype Some_Numbers is Numbers (1 .. Last);
   type Pair is record
      A, B : Integer := 0;
   end record;

   protected Keeper is
      entry Set (X : in out Pair);
   end Keeper;

   protected body Keeper is
      entry Set (X : in out Pair) when True is
      begin
         X.A := 1;
         raise Wrong;
      end Set;
   end Keeper;

   procedure Set (X : in out Two) is
   begin
      X.Image (1) := 'b';
      raise Wrong;
   end Set;

   procedure Set (X : in out Some_Numbers) is
   begin
      X (1) := 1;
      raise Wrong;
   end Set;

   T : Two := (2, "aa");
   N : Some_Numbers := (0, 0);
   P : Pair;
begin
   begin
      Set (T);
   exception
      when Wrong => null;
   end;
   pragma Assert (T.Image (1) = 'b');
   begin
      Set (N);
   exception
      when Wrong => null;
   end;
   pragma Assert (N (1) = 1);
   begin
      Keeper.Set (P);
   exception
      when Wrong => null;
   end;
   pragma Assert (P.A = 0);
end Open_Sizes;
