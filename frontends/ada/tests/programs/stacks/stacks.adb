package body Stacks with SPARK_Mode is
   Calls : Natural := 0;
   procedure Note is
   begin
      if Calls < Natural'Last then
         Calls := Calls + 1;
      end if;
      Total := Calls;
   end Note;
   procedure Push (S : in out Stack; X : Integer) is
   begin
      S.N := S.N + 1;
      S.Data (S.N) := X;
      Note;
   end Push;
   procedure Pop (S : in out Stack; X : out Integer) is
   begin
      X := S.Data (S.N);
      S.N := S.N - 1;
   end Pop;
   function Lookup (I : Integer) return Integer is (Table (I));
begin
   Total := 5;
end Stacks;
