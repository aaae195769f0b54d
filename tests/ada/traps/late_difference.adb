--  The arrays differ wherever the original is not zero, behind two loops over all of them.
procedure Late_Difference (Original : Integer; Place : Positive) is
   type Table is array (1 .. 20_000) of Integer;
   From : Table := (others => 0);
   To   : Table := (others => 0);
begin
   if Place > From'Last then
      return;
   end if;
   From (Place) := Original;
   for I in From'Range loop
      if From (I) > 0 then
         To (I) := From (I);
      end if;
   end loop;
   for I in To'Range loop
      pragma Assert (To (I) = From (I));
   end loop;
end Late_Difference;
