--  The upper bound of a membership's range is evaluated (RM 4.5.2 (27)); GNAT leaves it out below the lower bound.
procedure Left_Out_Bound is
   Calls : Natural := 0;
   function Top return Integer is
   begin
      Calls := Calls + 1;
      return 3;
   end Top;
   procedure Test (A : Integer) is
   begin
      Calls := 0;
      if A in 1 .. Top then
         pragma Assert (Calls = 1);
         pragma Assert (A <= 3);
      end if;
      pragma Assert (Calls = 1);
   end Test;
begin
   Test (2);
   Test (0);
end Left_Out_Bound;
