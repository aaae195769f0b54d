--  "and" evaluates both operands, "and then" does not.
procedure Both_Operands is
   X : Integer := 0;
   Y : Integer := 5;
begin
   if X /= 0 and then Y / X > 1 then
      Y := 0;
   end if;
   pragma Assert (Y = 5);
   if X = 0 or else Y / X > 1 then
      Y := 6;
   end if;
   pragma Assert (Y = 6);
   Y := (if X = 0 then 7 else Y / X);
   pragma Assert (Y = 7);
   if X /= 0 and Y / X > 1 then  --  fails: VC_DIVISION_CHECK
      Y := 0;
   end if;
end Both_Operands;
