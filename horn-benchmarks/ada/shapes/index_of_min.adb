package body Index_Of_Min is
   function Arg_Min (V : Vector) return Index is
      Best : Index := 1;
   begin
      for I in 2 .. Size loop
         if V (I) < V (Best) then
            Best := I;
         end if;
      end loop;
      return Best;
   end Arg_Min;
end Index_Of_Min;
