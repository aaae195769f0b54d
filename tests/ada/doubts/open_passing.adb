--  What is packed, or has discriminants, and is small is passed by copy or by reference.
procedure Open_Passing is
   Wrong : exception;
   type Flags is array (1 .. 32) of Boolean with Pack;
   type Choice (Kind : Boolean := False) is record
      Value : Integer := 0;
   end record;

   Bits : Flags := (others => False);
   Item : Choice;

   procedure Set (X : in out Flags) is
   begin
      X (1) := True;
      raise Wrong;
   end Set;

   procedure Set (X : in out Choice) is
   begin
      X.Value := 1;
      raise Wrong;
   end Set;
begin
   begin
      Set (Bits);
   exception
      when Wrong => null;
   end;
   pragma Assert (Bits (1));
   begin
      Set (Item);
   exception
      when Wrong => null;
   end;
   pragma Assert (Item.Value = 0);
end Open_Passing;
