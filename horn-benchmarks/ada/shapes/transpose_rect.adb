package body Transpose_Rect is
   function T (M : A) return B is
      R : B := (others => (others => 0));
   begin
      for I in M'Range (1) loop
         for J in M'Range (2) loop
            R (J, I) := M (I, J);
         end loop;
      end loop;
      return R;
   end T;
   function T (M : B) return A is
      R : A := (others => (others => 0));
   begin
      for I in M'Range (1) loop
         for J in M'Range (2) loop
            R (J, I) := M (I, J);
         end loop;
      end loop;
      return R;
   end T;
end Transpose_Rect;
