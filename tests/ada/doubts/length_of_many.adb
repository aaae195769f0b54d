--  More components than an Integer counts: where a length becomes one it is checked (RM 4.6 (28)).
procedure Length_Of_Many is
   type Nothing is null record;
   type Many is array (Integer range <>) of Nothing;
   function First return Integer is (-3);
   function Last return Integer is (Integer'Last);
   X : Many (First .. Last);
   R : Integer := 0;
begin
   begin
      R := X'Length;
   exception
      when Constraint_Error => R := -1;
   end;
   pragma Assert (R = 0);
end Length_Of_Many;
