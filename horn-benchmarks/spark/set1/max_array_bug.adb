--  Mistake: the loop goes on to an element behind the last one.
package body Max_Array_Bug is

   procedure MaxArray (V : in VArray; M : out Ind) is
      I : Integer;
      Max : Ind;
   begin
      Max := Ind'First;
      --% notOverflow (+, Integer, Ind'First, 1);
      I := Ind'First + 1;
      loop
         exit when I > Ind'Last + 1;
         if V (I) > V (Max) then
            Max := I;
         end if;
         --% notOverflow (+, Integer, I, 1);
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;

end Max_Array_Bug;
