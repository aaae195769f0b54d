package body Top.Nodes is
   procedure Inc (N : in out Few) is
   begin
      if N < 100 then
         N := N + 1;
      end if;
   end Inc;
end Top.Nodes;
