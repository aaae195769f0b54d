package body Max_Array is

   procedure MaxArray (V : in VArray; M : out Ind) is
      I : Integer;
      Max : Ind;
   begin
      Max := Ind'First;
      --% notOverflow (+, Integer, Ind'First, 1);
      I := Ind'First + 1;
      loop
         --# assert (for all J in Ind range Ind'First .. I - 1 => (V (J) <= V (Max)));
         --# assert (I >= Ind'First) and (I <= Ind'Last + 1);
         exit when I > Ind'Last;
         --% assert (I >= VArray'First) and (I <= VArray'Last);
         --% assert (Max >= VArray'First) and (Max <= VArray'Last);
         if V (I) > V (Max) then
            Max := I;
         end if;
         --% notOverflow (+, Integer, I, 1);
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;

end Max_Array;
