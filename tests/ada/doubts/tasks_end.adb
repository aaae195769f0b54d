--  Behind a block with tasks the program goes on only if they end.
procedure Tasks_End is
   N : Integer := 0;
begin
   declare
      task Endless;
      task body Endless is
      begin
         loop
            delay 1.0;
         end loop;
      end Endless;
   begin
      N := N + 1;
   end;
   pragma Assert (N = 2);
end Tasks_End;
