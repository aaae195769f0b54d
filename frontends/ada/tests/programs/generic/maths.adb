package body Maths is
   function Sum (A, B : T) return T is (A + B);
   function Total (V : Vec) return T is
      R : T := 0.0;
   begin
      for X of V loop
         R := Sum (R, X);
      end loop;
      return R;
   end Total;
end Maths;
