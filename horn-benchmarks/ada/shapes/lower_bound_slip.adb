package body Lower_Bound_Slip is
   function Search (V : Vec; X : Natural) return Positive is
      Lo : Positive := 1;
      Hi : Positive := V'Last + 1;
   begin
      while Lo < Hi loop
         declare
            Mid : constant Positive := (Lo + Hi) / 2;
         begin
            if V (Mid) <= X then
               Lo := Mid + 1;
            else
               Hi := Mid;
            end if;
         end;
      end loop;
      return Lo;
   end Search;
end Lower_Bound_Slip;
