--  An exception that leaves an accept statement reaches the caller; the statement that a handler of the task waits for
--  is judged in the task, too, which does not know its parameter.
procedure Raised_In_Accept is
   Err : exception;
   V : Integer := 0;
   Seen : Boolean := False;
   task T is
      entry E (X : in out Integer);
      entry F (X : Integer);
   end T;
   task body T is
   begin
      begin
         accept E (X : in out Integer) do
            X := X + 1;  --  open
            raise Err;
         end E;
      exception
         when Err =>
            null;
      end;
      accept F (X : Integer) do
         if X > 3 then
            raise Err;
         end if;
      end F;
   end T;
begin
   begin
      T.E (V);
      Seen := True;
   exception
      when Err =>
         null;
   end;
   pragma Assert (not Seen);
   begin
      T.F (4);
      Seen := True;
   exception
      when Err =>
         null;
   end;
   pragma Assert (not Seen);
   begin
      T.F (3);
      Seen := True;
   exception
      when Err =>
         Seen := False;
   end;
   pragma Assert (Seen);
end Raised_In_Accept;
