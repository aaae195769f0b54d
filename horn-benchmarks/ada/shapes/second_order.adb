--  A filter of second order.
procedure Second_Order (X1, X2, X3, X4, X5 : Float) with
  Pre => abs X1 <= 1.0 and abs X2 <= 1.0 and abs X3 <= 1.0 and abs X4 <= 1.0 and abs X5 <= 1.0
is
   Inputs : constant array (1 .. 5) of Float := (X1, X2, X3, X4, X5);
   Y, Y1, Y2 : Float := 0.0;
begin
   for I in Inputs'Range loop
      Y := 0.5 * Y1 - 0.25 * Y2 + Inputs (I);
      Y2 := Y1;
      Y1 := Y;
   end loop;
   pragma Assert (abs Y <= 2.0);
end Second_Order;
