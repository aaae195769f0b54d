--  Identities and occurrences of exceptions are values (RM 11.4.1): the occurrence of an outer handler is not the one that
--  is handled here, a saved one can be raised elsewhere, and the null ones raise nothing or Constraint_Error.
with Ada.Exceptions; use Ada.Exceptions;
procedure Exception_Identities is
   A, B : exception;
   Which : Exception_Id;
   Kept : Exception_Occurrence;
   N : Integer := 0;
   procedure Again (X : Exception_Occurrence) is
   begin
      Reraise_Occurrence (X);
      N := N + 1;
   end Again;
   procedure Inner is
   begin
      raise A;
   exception
      when Outer : A =>
         begin
            raise B;
         exception
            when Same : others =>
               Save_Occurrence (Kept, Same);
               pragma Assert (Exception_Identity (Same) = B'Identity);
               pragma Assert (Exception_Identity (Outer) /= Exception_Identity (Same));
               Reraise_Occurrence (Outer);
         end;
   end Inner;
begin
   pragma Assert (Which = Null_Id and A'Identity /= B'Identity);
   Again (Kept);
   begin
      Inner;
   exception
      when A => N := N + 10;
      when B => N := N + 100;
   end;
   begin
      Again (Kept);
   exception
      when X : others =>
         Which := Exception_Identity (X);
         N := N + 1000;
   end;
   pragma Assert (Which = B'Identity and N = 1011);
   begin
      Raise_Exception (Message => "again", E => Which);
   exception
      when A => N := 1;
      when B => N := 2;
   end;
   pragma Assert (N = 2);
   begin
      Which := Null_Id;
      Raise_Exception (Which);
      N := 3;
   exception
      when Constraint_Error => N := 4;
   end;
   pragma Assert (N = 4);
   begin
      Raise_Exception (Null_Id);
   exception
      when Constraint_Error => N := 5;
   end;
   pragma Assert (N = 5);
   begin
      Again (Kept);
   exception
      when B => pragma Assert (N = 6);  --  fails: VC_ASSERT
   end;
end Exception_Identities;
