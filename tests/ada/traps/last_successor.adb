--  Neither has the last integer.
procedure Last_Successor (N : Integer) is
   M : Integer;
begin
   M := Integer'Succ (N);
   pragma Assert (M > N);
end Last_Successor;
