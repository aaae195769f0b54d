--  A length is universal: what it becomes must hold it (RM 4.6 (28)).
procedure Small_Length is
   procedure Run (N : Natural) with
     Pre => N <= 100
   is
      type Small is mod 8;
      S : constant String (1 .. N) := (others => ' ');
      X : Small := 0;
   begin
      if N < 8 then
         X := S'Length;
         pragma Assert (X = Small (N));
      end if;
      X := S'Length;  --  fails: VC_RANGE_CHECK
   end Run;
begin
   Run (0);
   Run (7);
   Run (8);
end Small_Length;
