package body Insertion_Dynamic_Slip is
   procedure Sort (L : in out List) is
   begin
      for I in 2 .. L'Last loop
         for J in reverse 3 .. I loop
            exit when L (J - 1) <= L (J);
            declare
               T : constant Integer := L (J);
            begin
               L (J) := L (J - 1);
               L (J - 1) := T;
            end;
         end loop;
      end loop;
   end Sort;
end Insertion_Dynamic_Slip;
