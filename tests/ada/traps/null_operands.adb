--  The result of a concatenation with a null left operand is the right one, with both of its bounds (RM 4.5.3 (6)).
procedure Null_Operands (N : Integer) is
   Word : constant String (1 .. 6) := "abcdef";
   Last : constant Natural := (if N in 0 .. 6 then N else 3);
   procedure Look (S : String; First, Final : Integer) is
   begin
      pragma Assert (S'First = First and S'Last = Final);
   end Look;
begin
   Look (Word (4 .. 2) & Word (3 .. 1), 3, 1);
   Look (Word (1 .. 0) & Word (5 .. 6), 5, 6);
   Look (Word (2 .. 3) & Word (5 .. 2), 2, 3);
   declare
      S : constant String := Word (Last + 1 .. Last) & Word (5 .. Last);
   begin
      pragma Assert (if Last < 5 then S'First = 5 and S'Last = Last);
      pragma Assert (S'Last = S'First + S'Length - 1);
   end;
end Null_Operands;
