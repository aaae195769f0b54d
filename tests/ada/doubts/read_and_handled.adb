--  What was not written may have any value, or raise an exception that a handler counts on.
procedure Read_And_Handled is
   type Small is range 1 .. 10;
   Item : Small;
   Copy : Integer := 0;
begin
   Copy := Integer (Item);
   pragma Assert (Copy in 1 .. 10);
exception
   when Constraint_Error => null;
end Read_And_Handled;
