package body Outranks with SPARK_Mode is
   function Bits (W : Word) return Natural is
      N : Natural := 0;
   begin
      for I in 0 .. 31 loop
         pragma Loop_Invariant (N <= I);
         if (W / 2 ** I) mod 2 = 1 then
            N := N + 1;
         end if;
      end loop;
      return N;
   end Bits;
   procedure Pick (T : Table; N : Natural; P : out Natural) is
   begin
      P := 0;
      for I in 1 .. N loop
         pragma Loop_Invariant (P in 0 .. I - 1 and then (if I > 1 then P > 0));
         pragma Loop_Invariant (if P > 0 then (for all J in 1 .. I - 1 => Bits (T (J)) <= Bits (T (P))));
         if P = 0 or else Bits (T (I)) > Bits (T (P)) then
            P := I;
         end if;
      end loop;
   end Pick;
end Outranks;
