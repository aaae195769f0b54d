--  The short-circuit forms and if expressions guard the checks of their operands.
procedure Short_Circuit (X, Y : Integer) is
   Small, Big : Boolean;
   Quotient   : Integer;
begin
   Small := Y > 0 and then X / Y < 1000;
   Big   := Y <= 0 or else X / Y >= 1000;
   pragma Assert (Small /= Big);
   Quotient := (if Y > 0 then X / Y else 0);
   pragma Assert (if Small then Quotient < 1000);
end Short_Circuit;
