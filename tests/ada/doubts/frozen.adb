package body Frozen is
   procedure Compare is
   begin
      pragma Assert (First = Level);
   end Compare;

   procedure Compare_Next is
   begin
      pragma Assert (Next = Above);
   end Compare_Next;

   procedure Know is
   begin
      pragma Assert (Twice = 14);
      pragma Assert (Last = First + 1);
   end Know;
end Frozen;
