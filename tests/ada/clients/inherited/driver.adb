with Deriveds;
with Bases;
procedure Driver is
begin
   Deriveds.Note (3);
   Bases.Use_It;
end Driver;
