--  Limited records are passed by reference (RM 6.2 (7)): what was written before an exception stays.
procedure Limited_By_Reference (N : Integer) is
   Failed : exception;
   type Box is limited record
      A, B : Integer := 0;
   end record;
   procedure Spoil (X : in out Integer; Y : in out Box) is
   begin
      X := 9;
      Y.B := 8;
      raise Failed;
   end Spoil;
   K : Integer := 1;
   Y : Box;
begin
   begin
      Spoil (K, Y);
   exception
      when Failed =>
         null;
   end;
   pragma Assert (K = 1 and Y.B = 8);
   pragma Assert (Y.B /= 8 or N /= 3);
end Limited_By_Reference;
