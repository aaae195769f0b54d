with Counters;
procedure Driver is
begin
   Counters.Back;
   Counters.Step;
end Driver;
