--  A subprogram that is not analysed may raise any exception, and the handler of its caller runs.
procedure Handler_Of_Unknown is
   X : Integer := 0;

   procedure Outside
     with Import, Convention => Ada, External_Name => "outside";
begin
   begin
      Outside;
   exception
      when others =>
         X := 1;
   end;
   pragma Assert (X = 0);
end Handler_Of_Unknown;
