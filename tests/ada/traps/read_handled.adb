--  What was not written may have any value: that a handler waits makes no exception of reading it.
procedure Read_Handled (Wanted : Boolean) is
   type Small is range 1 .. 10;
   Item    : Small;
   Handled : Boolean := False;
   Copy    : Integer := 0;
begin
   begin
      if Wanted then
         Copy := Integer (Item);
      end if;
   exception
      when others => Handled := True;
   end;
   pragma Assert (not Handled);
end Read_Handled;
