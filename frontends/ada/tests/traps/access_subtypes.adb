--  A constraint of an access subtype is one of what its values designate; null satisfies it.
procedure Access_Subtypes is
   type Vector is array (Positive range <>) of Integer;
   type Ref is access Vector;
   subtype Three is Ref (1 .. 3);
   A : Ref := new Vector'(1, 2, 3);
   T : Three;
begin
   pragma Assert (T = null);
   T := A;
   T (2) := 5;
   pragma Assert (A.all = (1, 5, 3));
   A := null;
   T := A;
   pragma Assert (A in Three);
   A := new Vector (2 .. 4);
   A.all := (others => 0);
   pragma Assert (A not in Three);
   T := A;  --  fails: VC_RANGE_CHECK
end Access_Subtypes;
