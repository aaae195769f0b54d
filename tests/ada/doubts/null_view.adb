--  GNAT raises Constraint_Error for a null array none of whose bounds belongs to the index subtype that it is converted
--  to, unless they are static; the manual wants none.
procedure Null_View (Low : Integer) is
   type Counted is array (Positive range <>) of Integer;
   type Free is array (Integer range <>) of Integer;
   None : Free (-5 .. -6);
   Size : Integer := 0;
begin
   if Low = -5 then
      begin
         Size := Counted (None)'Length;
      exception
         when Constraint_Error => Size := 1;
      end;
      pragma Assert (Size = 0);
   end if;
end Null_View;
