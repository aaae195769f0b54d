package body Equal_Elements_Slip is
   function Has_Duplicate (A : Arr) return Boolean is
   begin
      for I in A'First .. A'Last - 1 loop
         for J in I + 2 .. A'Last loop
            if A (I) = A (J) then
               return True;
            end if;
         end loop;
      end loop;
      return False;
   end Has_Duplicate;
end Equal_Elements_Slip;
