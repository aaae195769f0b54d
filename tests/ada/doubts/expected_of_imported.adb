procedure Expected_Of_Imported (N : Integer) is
   Bad : exception;
   procedure Send (X : Integer) with Import, Exceptional_Cases => (Bad => X > 0);
   Y : Integer := 0;
begin
   begin
      Send (N);
   exception
      when Bad => Y := 1;
   end;
   pragma Assert (Y = 0);
   Send (5);
end Expected_Of_Imported;
