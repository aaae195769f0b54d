with Lw_A, Lw_B;
with Par.Gch;
with Rp;
procedure Views is
   procedure G is new Par.Gch (Integer);
   A : Lw_A.T;
   B : Lw_B.U;
   X : Par.T;
begin
   Rp;
   Lw_A.Put (A, 3);
   B.M := A.N;
   G (X, B.M);
   pragma Assert (B.M = 4 and Par.Value (X) = 7);
end Views;
