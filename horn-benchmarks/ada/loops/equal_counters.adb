--  Two counters that start equal end equal. After SV-COMP loop-lit/jm2006 (Jhala and McMillan).
procedure Equal_Counters (I, J : Natural) is
   X : Natural := I;
   Y : Integer := J;
begin
   while X /= 0 loop
      X := X - 1;
      exit when Y = Integer'First;
      Y := Y - 1;
   end loop;
   pragma Assert (if I = J then Y = 0);
end Equal_Counters;
