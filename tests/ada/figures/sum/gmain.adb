with prog1;
procedure gmain is
   res, x: Integer := 0;
begin
   res := prog1.sum(x);
end gmain;
