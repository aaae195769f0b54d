--  A part of what a function gives that it has not written; the others are written.
procedure Part_Of_Result (N : Natural) is
   type Pair (D : Natural) is record
      A, B : Natural;
   end record;
   function Half return Pair is
   begin
      return R : Pair (N) do
         R.A := N;
      end return;
   end Half;
   X : Natural;
begin
   X := Half.D;
   X := Half.A;
   X := Half.B;
end Part_Of_Result;
