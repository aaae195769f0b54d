--  A lock is held when the loop ends, because nothing was changed in between.
procedure Lock (Start : in Natural) is
   function Nondet return Boolean with Import, Volatile_Function;
   Lock : Integer := 0;
   Old : Integer;
   New_Value : Integer;
begin
   --% assume Start <= 1_000;
   Old := Start;
   New_Value := Old + 1;
   while New_Value /= Old loop
      Lock := 1;
      Old := New_Value;
      if Nondet then
         exit when New_Value > 1_000_000;
         Lock := 0;
         New_Value := New_Value + 2;
      end if;
   end loop;
   --% assert Lock = 1;
end Lock;
