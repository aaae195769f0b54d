package body Longest_Run is
   function Longest (B : Bits) return Natural is
      Run, Best : Natural := 0;
   begin
      for I in B'Range loop
         if B (I) then
            Run := Run + 1;
         else
            Best := Natural'Max (Best, Run);
            Run := 0;
         end if;
      end loop;
      return Natural'Max (Best, Run);
   end Longest;
end Longest_Run;
