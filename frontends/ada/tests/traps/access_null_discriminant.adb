--  A discriminant whose subtype excludes null is checked where the constraint is.
procedure Access_Null_Discriminant is
   type Cell is record
      V : Integer := 3;
   end record;
   C : aliased Cell;
   type Strict (P : not null access Cell) is record
      N : Integer := 1;
   end record;
   type Loose (P : access Cell) is record
      N : Integer := 1;
   end record;
   X : Strict (C'Access);
   Y : Loose (null);
   Seen : Integer := 0;
begin
   pragma Assert (X.P.V = 3 and Y.P = null);
   begin
      declare
         Z : Strict (null);
      begin
         Seen := Z.N;
      end;
   exception
      when Constraint_Error => Seen := 2;
   end;
   pragma Assert (Seen = 2);
   pragma Assert (Seen = 1);  --  fails: VC_ASSERT
end Access_Null_Discriminant;
