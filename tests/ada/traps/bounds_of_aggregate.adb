--  Positional aggregates start at the first index of their type, string literals at one.
procedure Bounds_Of_Aggregate (V : Integer) is
   type Row is array (Integer range <>) of Integer;
   type Column is array (Positive range <>) of Integer;
   A : constant Row    := (V, 2);
   B : constant Column := (V, 2);
   S : constant String := "abc";
begin
   pragma Assert (A'First = Integer'First and then A'Last = Integer'First + 1);
   pragma Assert (B'First = 1 and then B'Last = 2);
   pragma Assert (A (A'First) = V);
   pragma Assert (S'First = 1 and then S'Last = 3 and then S (3) = 'c');
end Bounds_Of_Aggregate;
