--  Inside a call the discriminants of a constrained object stay, though the subtype of the parameter would let them
--  change; those of an unconstrained one may (RM 3.7.2, 6.4.1 (16)).
procedure Constrained_Actual (Fixed : Boolean) is
   type Item (Full : Boolean := False) is record
      case Full is
         when True  => Value : Integer;
         when False => null;
      end case;
   end record;

   procedure Fill (X : in out Item) is
   begin
      X := (Full => True, Value => 1);
   end Fill;

   A : Item;
   B : Item (False);
begin
   Fill (A);
   pragma Assert (A.Value = 1 and then not A'Constrained and then B'Constrained);
   if Fixed then
      Fill (B);
   end if;
end Constrained_Actual;
