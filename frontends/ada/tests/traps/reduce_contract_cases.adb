procedure Reduce_Contract_Cases is
   function Sign (N : Integer) return Integer with
     Contract_Cases => (N < 0 => Sign'Result = -1, N = 0 => Sign'Result = 0, others => Sign'Result = 1);
   function Sign (N : Integer) return Integer is
   begin
      if N < 0 then
         return -1;
      elsif N = 0 then
         return 0;
      else
         return (if N = 99 then 2 else 1);
      end if;
   end Sign;
begin
   pragma Assert (Sign (-5) = -1 and Sign (0) = 0 and Sign (4) = 1);
   pragma Assert (declare
      X : constant Integer := Sign (7);
   begin
      X = 1);
   pragma Assert (Sign (12) = 2);  --  fails: VC_ASSERT
end Reduce_Contract_Cases;
