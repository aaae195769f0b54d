with Levels;
procedure Driver is
begin
   Levels.Step := -1; --  safe: Levels.Step := 1;
   Levels.Rise;
   Levels.Rise;
end Driver;
