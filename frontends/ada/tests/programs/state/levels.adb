package body Levels with Refined_State => (State => (Now, Count)) is
   Now : Level := Low;
   Count : Natural := 0;
   procedure Bump with Pre => Count < 1000;
   procedure Bump is
   begin
      Count := Count + 1;
   end Bump;
   procedure Set (L : Level) is
   begin
      Now := Level'Max (L, Now);
      if Count < 1000 then
         Bump;
      end if;
   end Set;
   function Current return Level is (Now);
   function Scale (P : Percent; By : Positive) return Percent is
      R : Integer := 0;
   begin
      for K in 1 .. By loop
         pragma Loop_Invariant (R = P * (K - 1));
         R := R + P;
      end loop;
      return R;
   end Scale;
end Levels;
