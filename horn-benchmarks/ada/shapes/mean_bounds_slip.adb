package body Mean_Bounds_Slip is
   function Mean (D : Data) return Float is
      S : Float := 0.0;
   begin
      for X of D loop
         S := S + X;
      end loop;
      return S / 8.0;
   end Mean;
end Mean_Bounds_Slip;
