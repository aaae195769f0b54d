--  What is written of records whose array is empty by default, and of others.
procedure Empty_Parts (N : Natural; B : Boolean) is
   type Arr is array (Natural range <>) of Boolean;
   type Rec (Last : Natural := 0) is record
      A : Arr (1 .. Last);
   end record;
   type Rec3 (Last : Natural := 3) is record
      A : Arr (1 .. Last);
   end record;
   X, Y, Z : Rec;
   W : Rec3;
   C : Boolean := False;
begin
   X := Y;
   for I in 1 .. X.Last loop
      C := C or X.A (I);
   end loop;
   if B then
      Z := (2, (True, False));
   end if;
   if Z.Last > 0 then
      C := Z.A (1);
   end if;
   Z := (Last => 0, A => <>);
   X := (Last => 2, A => <>);
   for I in 1 .. Z.Last loop
      C := C or Z.A (I);
   end loop;
   if N > 5 then
      C := X.A (1);
   else
      C := W.A (1);
   end if;
end Empty_Parts;
