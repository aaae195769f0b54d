--  A task starts with what the declarations in front of it have made; a check that fails in it ends the task alone.
procedure Task_Fails is
   Limit : constant Integer := 3;
   Level : Integer := 1;
   Kept : Integer := 4;
   task Climber;
   task body Climber is
      Own : Integer := Kept;
   begin
      pragma Assert (Own = 4);
      while Level < 10 loop
         Level := Level + 1;
         pragma Assert (Level <= Limit);
      end loop;
   end Climber;
begin
   null;
end Task_Fails;
