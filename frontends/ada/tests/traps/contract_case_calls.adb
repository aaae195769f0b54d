--  The consequence of a contract case is evaluated only where its guard held, also if it calls functions.
procedure Contract_Case_Calls is
   C : Integer := 0;
   function Ev (N : Integer) return Boolean is
   begin
      C := C + N;
      return True;
   end Ev;
   procedure Q (N : Integer) with Contract_Cases => (N > 0 => Ev (1), N <= 0 => Ev (10));
   procedure Q (N : Integer) is null;
   function G (N : Natural) return Natural
     with Contract_Cases => (N = 0 => G'Result = 0, N > 0 => G'Result = G (N - 1) + 1);
   function G (N : Natural) return Natural is (N);
begin
   Q (5);
   pragma Assert (C = 1);
   Q (-5);
   pragma Assert (C = 11);
   pragma Assert (G (5) = 5);
   Q (5);
   pragma Assert (C = 13);  --  fails: VC_ASSERT
end Contract_Case_Calls;
