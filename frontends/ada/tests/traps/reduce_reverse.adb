--  With reverse the values of a reduction come from the last one on (RM 4.5.10 (19), 5.5.2).
procedure Reduce_Reverse is
   type Values is array (Positive range <>) of Integer;
   A : constant Values := (1, 2, 3);
   None : constant Values (1 .. 0) := (others => 0);
   function Joined (Total, X : Integer) return Integer is (10 * Total + X);
   R : Integer;
begin
   R := [for X of reverse A => X]'Reduce (Joined, 0);
   pragma Assert (R = 321);
   R := [for X of A => X]'Reduce (Joined, 0);
   pragma Assert (R = 123);
   R := [for X of reverse None => X]'Reduce (Joined, 7);
   pragma Assert (R = 7);
   R := [for X of reverse A => 6 / X]'Reduce (Joined, 0);
   pragma Assert (R = 632);  --  fails: VC_ASSERT
end Reduce_Reverse;
