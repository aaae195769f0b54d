--  The operator "and" evaluates its right operand even if the left one is False.
procedure Both_Operands (X, Y : Integer) is
   Small : Boolean;
begin
   Small := Y /= 0 and X / 2 < 1000 / Y;
   pragma Assert (if Small then Y /= 0);
end Both_Operands;
