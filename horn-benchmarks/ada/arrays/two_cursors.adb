--  One cursor reads every element, the other writes every second one. After SV-COMP standard_two_index_02.
with Vectors; use Vectors;

procedure Two_Cursors (Source : Vector) is
   Target  : Vector   := (others => 0);
   To      : Positive := 1;
   From    : Positive := 1;
begin
   while To < Index'Last loop
      Target (To) := Source (From);
      To   := To + 2;
      From := From + 1;
   end loop;

   for K in 1 .. Index'Last / 2 loop
      pragma Assert (Target (2 * K - 1) = Source (K));
   end loop;
end Two_Cursors;
