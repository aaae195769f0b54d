procedure Renamings is
   type Vector is array (1 .. 3) of Integer;
   V : Vector := (1, 2, 3);
   I : Integer := 2;
   Item : Integer renames V (I);
   function Twice (N : Integer) return Integer is (2 * N);
   function Double (N : Integer) return Integer renames Twice;
   Sum : Integer := 0;
begin
   I := 3;
   Item := 20;
   pragma Assert (V = (1, 20, 3));
   pragma Assert (Double (Item) = 40);
   for X of V loop
      Sum := Sum + X;
      X := 0;
   end loop;
   pragma Assert (Sum = 24 and V = (0, 0, 0));
   for X of reverse V loop
      Sum := Sum - 1;
   end loop;
   pragma Assert (Sum = 20);  --  fails: VC_ASSERT
end Renamings;
