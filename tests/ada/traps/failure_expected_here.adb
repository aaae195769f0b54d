--  A failure that a handler of a caller waits for is none, and the same one for another caller is: the calls are told apart.
procedure Failure_Expected_Here (N : Integer) is
   subtype Small is Integer range 1 .. 10;
   function Fit (X : Integer) return Small is
   begin
      return X;
   end Fit;
   Sum : Integer := 0;
begin
   begin
      Sum := Fit (11);
   exception
      when Constraint_Error => Sum := Sum + 1;
   end;
   begin
      Sum := Sum + Fit (2);
   exception
      when others => Sum := 0;
   end;
   pragma Assert (Sum = 3);
   if N > 3 then
      begin
         Sum := Sum + Fit (N);
      exception
         when others => null;
      end;
   end if;
end Failure_Expected_Here;
