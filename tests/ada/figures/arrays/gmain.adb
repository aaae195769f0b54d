with prog2;
procedure gmain is
begin
   prog2.initArray;
end gmain;
