--  Whether a parameter is constrained is known inside of the call, also through a second one (RM 3.7.2).
procedure Kept_Discriminants (Fixed : Boolean) is
   type Item (Size : Natural := 0) is record
      Count : Integer := 0;
   end record;

   procedure Set (X : out Item; To : Natural) is
   begin
      if not X'Constrained or else X.Size = To then
         X := (Size => To, Count => 1);
      end if;
   end Set;

   procedure Both (X, Y : in out Item) is
   begin
      Set (X, 3);
      Set (Y, 3);
   end Both;

   A : Item;
   B : Item (2);
begin
   Both (A, B);
   pragma Assert (A.Size = 3 and then A.Count = 1);
   pragma Assert (B.Size = 2 and then B.Count = 0);
end Kept_Discriminants;
