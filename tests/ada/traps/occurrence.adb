--  The text of an exception starts at 1; an exception may be raised by its identity.
with Ada.Exceptions; use Ada.Exceptions;
procedure Occurrence (Code : Integer) is
   Failure : exception;
   Found   : Natural := 7;
   Raised  : Boolean := False;
begin
   begin
      if Code = 1 then
         Raise_Exception (Failure'Identity, "no");
      elsif Code = 2 then
         raise Failure with "yes";
      end if;
      Found := 0;
   exception
      when Error : Failure =>
         Found := Exception_Message (Error)'First;
         Raised := True;
   end;
   pragma Assert (Found <= 1);
   pragma Assert (not Raised);
end Occurrence;
