--  The middle of two numbers, computed the way that overflows.
procedure Add_Overflow (Low, High : Natural) with
  Pre => Low <= High
is
   Middle : Natural;
begin
   Middle :=
     (Low + High) / 2;
   pragma Assert (Middle in Low .. High);
end Add_Overflow;
