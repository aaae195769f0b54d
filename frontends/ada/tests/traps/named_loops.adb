procedure Named_Loops is
   Count : Integer := 0;
   type Grid is array (1 .. 3, 1 .. 4) of Integer;
   G : Grid := (others => (others => 0));
begin
   Outer : for I in 1 .. 5 loop
      for J in 1 .. 5 loop
         exit Outer when I * J = 6;
         Count := Count + 1;
         exit when J > I;
      end loop;
   end loop Outer;
   pragma Assert (Count = 4);
   for I in G'Range (1) loop
      for J in G'Range (2) loop
         G (I, J) := I * 10 + J;
      end loop;
   end loop;
   pragma Assert (G (2, 3) = 23 and G'Length (2) = 4);
   declare
      Local : Integer := Count;
   begin
      Local := Local + 1;
      Count := Local;
   end;
   pragma Assert (Count = 6);  --  fails: VC_ASSERT
end Named_Loops;
