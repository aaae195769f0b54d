--  Branches that are taken only where two counters have drifted apart.
procedure Four_Counters is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y, Z, W : Integer := 0;
begin
   while Nondet loop
      exit when X > 1_000_000 or Y > 1_000_000 or Z > 1_000_000 or W > 1_000_000;
      if Nondet then
         X := X + 1;
         Y := Y + 2;
      elsif Nondet then
         if X >= 4 then
            X := X + 1;
            Y := Y + 3;
            Z := Z + 10;
            W := W + 10;
         end if;
      elsif X >= Z and W > Y then
         X := -X;
         Y := -Y;
      end if;
   end loop;
   --% assert 3 * X >= Y;
end Four_Counters;
