procedure Quantifiers is
   type Vector is array (1 .. 5) of Integer;
   V : Vector := (5, 4, 3, 2, 1);
   function Positive_Up_To (A : Vector; N : Integer) return Boolean is (for all I in 1 .. N => A (I) > 0)
     with Pre => N <= 5;
begin
   pragma Assert (for all I in V'Range => V (I) = 6 - I);
   pragma Assert (for some X of V => X = 3);
   pragma Assert (not (for some I in 1 .. 5 => V (I) = I + 100));
   pragma Assert (Positive_Up_To (V, 5));
   pragma Assert (for all I in 6 .. 5 => V (I) > 100);
   V := (2 => 7, 4 => 8, others => 1);
   pragma Assert (V = (1, 7, 1, 8, 1));
   V := [for I in V'Range => I * I];
   pragma Assert (V (5) = 25);
   pragma Assert (for all I in 1 .. 6 => I > 5 or else V (I) > 0);
   pragma Assert (for all I in 1 .. 6 => V (I) > 0);  --  fails: VC_INDEX_CHECK
end Quantifiers;
