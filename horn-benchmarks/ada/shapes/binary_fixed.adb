package body Binary_Fixed is
   function Find (T : Table; Key : Integer) return Natural is
      Lo : Positive := T'First;
      Hi : Natural := T'Last;
      Mid : Positive;
   begin
      while Lo <= Hi loop
         Mid := (Lo + Hi) / 2;
         if T (Mid) = Key then
            return Mid;
         elsif T (Mid) < Key then
            Lo := Mid + 1;
         else
            Hi := Mid - 1;
         end if;
      end loop;
      return 0;
   end Find;
end Binary_Fixed;
