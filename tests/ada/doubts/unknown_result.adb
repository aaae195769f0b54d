--  What a body in another language returns nobody has looked at: a failure that takes its result is no more than possible.
procedure Unknown_Result (N : Integer) is
   function Level return Integer
     with Import, Convention => C, External_Name => "level";
   X : Integer := 3;
begin
   X := X + Level mod 5;
   pragma Assert (N /= 9);
   pragma Assert (X < 7);
   X := 8;
end Unknown_Result;
