--  New discriminants with defaults, of limited types.
procedure Replaced_By_Defaults is
   package Q is
      type R (A : Integer) is tagged limited record
         X : Integer := 1;
      end record;
      procedure Up (O : in out R);
      type S (B : Integer := 4) is new R (B) with record
         Z : Integer := 3;
      end record;
   end Q;
   package body Q is
      procedure Up (O : in out R) is begin O.X := O.X + O.A; end Up;
   end Q;
   use Q;
   D : S;
   E : S (7);
begin
   Up (R (D));
   Up (R (E));
   pragma Assert (D.X = 5 and E.X = 8 and D.B = 4);
end Replaced_By_Defaults;
