--  Operands of static operators of fixed point types are machine numbers, as GNAT takes them.
procedure Fixed_Sums is
   type Eighths is delta 0.125 range -100.0 .. 100.0;
   Tenth : constant := 0.1;
   Number : constant Eighths := 0.2;
   Two : Integer := 2;

   procedure Is_Eighths (Value : Eighths; Count : Integer) is
   begin
      pragma Assert (Integer (Value * 8) = Count);
   end Is_Eighths;
begin
   Is_Eighths (0.1 + 0.1, 0);
   Is_Eighths (0.1 + 0.1 + 0.1, 0);
   Is_Eighths (-3.0 + 0.1, -24);
   Is_Eighths (0.3 - 0.2, 1);
   Is_Eighths (0.1 - 0.2, -1);
   Is_Eighths (0.1 * 2, 0);
   Is_Eighths (2 * 0.2, 2);
   Is_Eighths (0.9 / 2, 3);
   Is_Eighths (-(0.1 + 0.1), 0);
   Is_Eighths (abs (0.1 - 0.3), 2);
   Is_Eighths (Number + 0.2, 2);
   Is_Eighths (Eighths (0.1 + 0.1), 1);
   Is_Eighths (Eighths'(0.1 + 0.1), 0);
   Is_Eighths (Eighths (2.0 ** 2), 32);
   Is_Eighths (0.9 / 0.4, 18);
   Is_Eighths (Tenth + Tenth, 0);
   Is_Eighths (3 * Tenth, 0);
   Is_Eighths ((0.1 + 0.2) * 3, 3);
   Is_Eighths ((if Two = 2 then 0.1 + 0.1 else 0.5), 0);
   Is_Eighths (Eighths'Min (0.1 + 0.1, 5.0), 0);
   pragma Assert (Eighths'(0.0) = 0.1 + 0.1);
   pragma Assert (not (Eighths'(0.1) * 2 = 0.125));
   pragma Assert (Eighths'(0.2) in 0.15 .. 0.26);
   pragma Assert (0.1 + 0.1 = Eighths'(0.125)); --  fails: VC_ASSERT
end Fixed_Sums;
