--  An index is checked against the bounds of the object that the access value designates now.
procedure Access_Index is
   type Vector is array (Integer range <>) of Natural;
   type Ref is access Vector;
   A : Ref := new Vector'(1 .. 3 => 1);
   B : Ref := new Vector'(-1 .. 1 => 2);
begin
   A (3) := B (-1) + A (1);
   pragma Assert (A (3) = 3);
   A := B;
   A (0) := 9;
   pragma Assert (B (0) = 9);
   A (3) := 1;  --  fails: VC_INDEX_CHECK
end Access_Index;
