--  A pragma Postcondition, Contract_Cases or Predicate is checked like the aspect.
procedure Pragma_Postcondition (N : Integer) is
   type Even is new Integer;
   pragma Predicate (Even, Even mod 2 = 0);

   procedure Next (X : in out Integer);
   pragma Contract_Cases ((X < 5 => X = X'Old + 1, others => X = X'Old));
   pragma Postcondition (X <= 5);

   procedure Next (X : in out Integer) is
   begin
      if X < 5 then
         X := X + 1;
      end if;
   end Next;

   Y : Integer := N;
   E : Even := 0;
begin
   Next (Y);
   E := E + 2;
   pragma Assert (E = 2);
end Pragma_Postcondition;
