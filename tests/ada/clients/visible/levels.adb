package body Levels is
   Level : Integer := 0;

   procedure Rise is
   begin
      pragma Assert (Level >= 0); --  fails: VC_ASSERT
      if Level < 100 then
         Level := Level + Step;
      end if;
   end Rise;

   procedure Fall is
   begin
      Level := 0;
   end Fall;
end Levels;
