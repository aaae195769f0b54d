--  A cursor that may go two forward needs a place more than the guard leaves. After SV-COMP loop-invgen/apache-escape-absolute.
procedure Escape_Buffer (Length : Natural; Stop_At : Natural) with
  Pre => Length in 1 .. 1_000
is
   Cursor : Natural := 0;
begin
   while Cursor < Length loop
      if Cursor = Stop_At then
         Cursor := Cursor + 1;
         pragma Assert (Cursor < Length);
      end if;
      Cursor := Cursor + 1;
   end loop;
end Escape_Buffer;
