--  A scalar that comes back from a call must fit into the variable.
procedure Copy_Back (N : Integer) with
  Pre => N in 1 .. 100
is
   Count : Natural := 0;

   procedure Subtract (X : in out Integer; By : Integer) is
   begin
      X := X - By;
   end Subtract;
begin
   Count := N;
   Subtract (Count, 50);
   pragma Assert (Count <= 50);
end Copy_Back;
