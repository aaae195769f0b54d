--  Loops over the elements of an array with convention Fortran run through the first dimension fastest (RM 5.5.2 (12)).
procedure Columns_First (N : Integer) is
   type Turned is array (1 .. 2, 1 .. 2) of Natural with Convention => Fortran;
   T     : Turned := ((1, 2), (4, 5));
   First : Natural := 0;
begin
   if N = 1 then
      T (2, 1) := 9;
   end if;
   for E of T loop
      if First = 0 and E /= 1 then
         First := E;
      end if;
   end loop;
   pragma Assert (First /= 2);
   pragma Assert (First = 4);
end Columns_First;
