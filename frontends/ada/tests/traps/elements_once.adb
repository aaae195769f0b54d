--  The array of a loop over its elements is chosen once, before the loop (RM 5.5.2 (7)).
procedure Elements_Once is
   procedure Run (N : Integer) is
      type List is array (Integer range <>) of Integer;
      B : array (1 .. 2) of List (1 .. 3) := (others => (others => 1));
      I : Integer := 1;
   begin
      for X of B (I) loop
         I := 2;
         X := 5;
      end loop;
      pragma Assert (B (1) (1) = 5 and B (1) (3) = 5 and B (2) (3) = 1);
      for X of B (N) (2 .. 3) loop  --  fails: VC_INDEX_CHECK
         X := 4;
      end loop;
   end Run;
begin
   Run (1);
   Run (2);
   Run (3);
end Elements_Once;
