package body Sum_Max is

   procedure Sum_And_Max (A : in Vector; N : in Length; Sum, Max : out Integer)
   --# derives Sum, Max from A, N;
   is
   begin
      Sum := 0;
      Max := 0;
      for I in Index range 0 .. N - 1 loop
         if A (I) > Max then
            Max := A (I);
         end if;
         Sum := Sum + A (I);
      end loop;
   end Sum_And_Max;

   procedure Check (A : in Vector; N : in Length) is
      Sum, Max : Integer;
   begin
      for I in Index range 0 .. N - 1 loop
         --% assume A (I) >= 0 and A (I) <= 1_000;
      end loop;
      Sum_And_Max (A, N, Sum, Max);
      --% assert Sum <= N * Max;
   end Check;

end Sum_Max;
