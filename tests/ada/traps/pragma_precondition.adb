--  The contract pragmas of GNAT are contracts like aspects; they follow the declaration, or begin the body.
procedure Pragma_Precondition (N : Integer) is
   function Half (X : Integer) return Integer;
   pragma Precondition (X mod 2 = 0);
   pragma Postcondition (Half'Result * 2 = X);

   function Half (X : Integer) return Integer is
   begin
      return X / 2;
   end Half;

   procedure Log (X : Integer) is
      pragma Pre (X /= 8);
   begin
      null;
   end Log;

   Y : Integer;
begin
   if N /= 8 then
      Log (N);
   end if;
   Y := Half (N);
   pragma Assert (Y * 2 = N);
end Pragma_Precondition;
