--  A difference below the range of its type.
procedure Subtract_Underflow (Stock, Order : Natural) is
   Rest : Natural;
begin
   if Order > 10 then
      Rest := Stock - Order;
      pragma Assert (Rest < Stock);
   end if;
end Subtract_Underflow;
