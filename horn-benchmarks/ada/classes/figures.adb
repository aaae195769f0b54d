package body Figures is
   function Total (All_Of : Figures) return Natural is
      Sum : Natural := 0;
   begin
      for I in All_Of'Range loop
         Sum := Sum + Area_Of (All_Of (I));
         pragma Loop_Invariant (Sum <= 10_000 * (I - All_Of'First + 1));
      end loop;
      return Sum;
   end Total;

   procedure Widen (F : Figure_Ref) is
   begin
      if F /= null and then F.all in Rectangle'Class then
         declare
            R : Rectangle renames Rectangle (F.all);
         begin
            if R.Width < Side'Last then
               R.Width := R.Width + 1;
            end if;
         end;
      end if;
   end Widen;
end Figures;
