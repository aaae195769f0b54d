--  The value of others, or of a range, is evaluated once for each component: not at all for a null array.
procedure Null_Array_Others is
   N : Integer := 0;
   type Numbers is array (Integer range <>) of Positive;
   type Sums is array (Integer range <>) of Integer;
   function Raises return Integer is
   begin
      if N = 0 then
         raise Program_Error;
      end if;
      return N;
   end Raises;
   A : Numbers (1 .. 0) := (others => N);
   B : Numbers (1 .. N) := (1 .. N => N);
   C : Sums (1 .. N) := (others => 100 / N);
   D : Sums (1 .. N) := (1 .. N => Raises);
begin
   pragma Assert (A'Length = 0 and B'Length = 0 and C'Length = 0 and D'Length = 0);
   A := (1 .. 0 => N);
   for I in 0 .. 1 loop
      declare
         E : Numbers (1 .. I) := (others => N); --  fails: VC_RANGE_CHECK
      begin
         pragma Assert (E'Length = 0);
      end;
   end loop;
end Null_Array_Others;
