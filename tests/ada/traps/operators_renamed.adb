--  A predefined operator under another name; a generic function completed by an expression.
procedure Operators_Renamed (X : Integer) is
   function Plus (Left, Right : Integer) return Integer renames "+";
   generic
      type Number is range <>;
   function Half (N : Number) return Number;
   function Half (N : Number) return Number is (N / 2);
   function Half_Of is new Half (Integer);
begin
   pragma Assert (Half_Of (Plus (6, 2)) = 4);
   pragma Assert (Plus (Half_Of (X), 0) /= Integer'Last);
   if Plus (X, 1) > 0 then
      null;
   end if;
end Operators_Renamed;
