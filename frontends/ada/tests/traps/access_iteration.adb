--  The array of a loop over elements is evaluated once; a renaming goes on naming the same object.
procedure Access_Iteration is
   type Vector is array (Positive range <>) of Integer;
   type Ref is access Vector;
   A : Ref := new Vector'(1, 2, 3);
   B : constant Ref := A;
   Sum : Integer := 0;
begin
   for X of A.all loop
      X := X + 1;
      A := new Vector'(10, 20);
   end loop;
   pragma Assert (B.all = (2, 3, 4) and A.all = (10, 20));
   declare
      First : Integer renames A (1);
      Whole : Vector renames A.all;
   begin
      A := B;
      First := 7;
      pragma Assert (A (1) = 2 and Whole = (7, 20));
   end;
   for X of A.all loop
      Sum := Sum + X;
   end loop;
   pragma Assert (Sum = 9);
   for I in A'Range loop
      A (I) := I;
   end loop;
   pragma Assert (B (2) = 3);  --  fails: VC_ASSERT
end Access_Iteration;
