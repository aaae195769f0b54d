package body Sum_Limit_Product_Slip is
   function Total (L : Loads; Limit : Natural) return Natural is
      T : Natural := 0;
   begin
      for I in L'Range loop
         T := T + L (I);
      end loop;
      return T + 1;
   end Total;
end Sum_Limit_Product_Slip;
