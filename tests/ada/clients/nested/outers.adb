package body Outers is
   Level : Integer := 50;

   package body Inner is
      procedure Reset (To : Natural) is
      begin
         Level := Natural'Min (To, 100); --  wrong: Level := Natural'Min (To, 101);
      end Reset;
   end Inner;

   procedure Use_It is
   begin
      pragma Assert (Level in 0 .. 100); --  fails: VC_ASSERT
   end Use_It;
end Outers;
