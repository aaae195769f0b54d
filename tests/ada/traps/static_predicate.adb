--  A case statement covers the values of a static predicate, a loop runs through them.
procedure Static_Predicate (Number : Integer) is
   subtype Prime is Integer with Static_Predicate => Prime in 2 | 3 | 5 | 7;
   Sum : Integer := 0;
   P   : Prime := 2;
begin
   for I in Prime loop
      pragma Assert (I in 2 .. 7 and I /= 4 and I /= 6);
      Sum := I;
   end loop;
   if Number in Prime then
      P := Number;
   end if;
   case P is
      when 2      => Sum := 1;
      when 3 | 5  => Sum := 2;
      when 7      => Sum := 3;
   end case;
   pragma Assert (Sum in 1 .. 3);
   pragma Assert (for all I in Prime => I in 2 .. 7 and I /= 4);
end Static_Predicate;
