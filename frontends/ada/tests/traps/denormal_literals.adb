--  Literals below the smallest normal number are truncated by GNAT; those of the machine are exact.
procedure Denormal_Literals is
   procedure Run (N : Integer) is
      A : constant Float := 1.0E-40;
      B : Float := 2.0E-45;
      C : Float := 1.3E-45;
      D : Long_Float := 4.9E-324;
      E : Long_Float := 5.0E-324;
   begin
      pragma Assert (A > 0.0 and B > 0.0);
      pragma Assert (C = 0.0 and D = 0.0 and E > 0.0);
      pragma Assert (B / 2.0 = 0.0 and E / 2.0 = 0.0);
      B := 2.5E-45;
      pragma Assert (B = 2.0E-45);
      C := Float (N);
      pragma Assert (C /= 7.0);  --  fails: VC_ASSERT
   end Run;
begin
   Run (6);
   Run (7);
end Denormal_Literals;
