--  An out parameter of a type with a default value begins with the value of the actual one (RM 6.4.1 (13.1)).
procedure Default_Of_Out (N : Integer) is
   type Level is range 0 .. 100 with Default_Value => 7;
   procedure Set (L : out Level; Really : Boolean) is
   begin
      if Really then
         L := 50;
      end if;
   end Set;
   A : Level;
   B : Level := 12;
begin
   Set (A, False);
   Set (B, N > 0);
   pragma Assert (A = 7);
   pragma Assert (B = 12 or N > 0);
   pragma Assert (B = 50 or N /= 0);
end Default_Of_Out;
