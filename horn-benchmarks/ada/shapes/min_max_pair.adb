package body Min_Max_Pair is
   function Find (T : Temps) return Extremes is
      E : Extremes := (T (0), T (0));
   begin
      for I in 1 .. T'Last loop
         if T (I) < E.Low then
            E.Low := T (I);
         elsif T (I) > E.High then
            E.High := T (I);
         end if;
      end loop;
      return E;
   end Find;
end Min_Max_Pair;
