--  An aliased parameter is passed by reference whatever its type is, a tagged one, too: what was written before an
--  exception is there.
procedure Aliased_By_Reference is
   Wrong : exception;
   type Pair is record
      A, B : Integer := 0;
   end record;
   procedure Set (X : aliased in out Pair) is
   begin
      X.A := 1;
      raise Wrong;
   end Set;
   procedure Copy (X : in out Pair) is
   begin
      X.A := 1;
      raise Wrong;
   end Copy;
   package Tags is
      type Root is tagged record
         A : Integer := 1;
      end record;
      procedure Nine (X : in out Root);
   end Tags;
   package body Tags is
      procedure Nine (X : in out Root) is
      begin
         X.A := 9;
      end Nine;
   end Tags;
   subtype Low is Tags.Root with Dynamic_Predicate => Low.A < 5;
   V : aliased Pair;
   W : Pair;
   L : Low;
begin
   begin
      Set (V);
   exception
      when Wrong => null;
   end;
   pragma Assert (V.A = 1);
   begin
      Copy (W);
   exception
      when Wrong => null;
   end;
   pragma Assert (W.A = 0);
   begin
      Tags.Nine (L);
   exception
      when others => null;
   end;
   pragma Assert (L.A = 1);  --  fails: VC_ASSERT
end Aliased_By_Reference;
