--  Every element gets the same value. After SV-COMP standard_init1.
with Vectors; use Vectors;

procedure Init_Constant (Value : Integer) is
   A : Vector := (others => 0);
begin
   for I in A'Range loop
      A (I) := Value;
   end loop;

   for I in A'Range loop
      pragma Assert (A (I) = Value);
   end loop;
end Init_Constant;
