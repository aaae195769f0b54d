package body Own_State is
   procedure Count (P : in out Pair) is
   begin
      P.A := 1;
      pragma Assert (P.A = 1);
      P.B := P.A;
   end Count;
   procedure Work is
   begin
      Count (Own);
      pragma Assert (Own.B = 1);
      Count (Shared);
   end Work;
   procedure Set (V : Integer) is
   begin
      Shared.C := Long_Long_Integer (V);
   end Set;
   task body Worker is
   begin
      loop
         Work;
      end loop;
   end Worker;
end Own_State;
