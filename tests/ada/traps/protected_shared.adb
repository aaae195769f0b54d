--  Where tasks use a protected object too, each call finds any state, and what a task shares without protection has
--  another value at each read; what only one of them uses keeps its value.
procedure Protected_Shared is
   subtype Level is Integer range 0 .. 100;
   protected Tank is
      procedure Fill (By : Level);
      entry Take (L : out Level);
      function Now return Level;
   private
      Content : Level := 0;
   end Tank;
   protected body Tank is
      procedure Fill (By : Level) is
      begin
         Content := Integer'Min (Content + By, 100);
      end Fill;
      entry Take (L : out Level) when Content > 0 is
      begin
         pragma Assert (Content > 0);
         L := Content;
         Content := 0;
      end Take;
      function Now return Level is (Content);
   end Tank;
   Shared : Level := 1;
   Only_Task : Integer := 7;
   Only_Main : Integer := 8;
   task Filler;
   task body Filler is
      Own : Level := 0;
   begin
      pragma Assert (Only_Task = 7);
      while Own < 10 loop
         pragma Loop_Invariant (Own < 10 and Only_Task = 7 + Own);
         Own := Own + 1;
         Only_Task := Only_Task + 1;
         Tank.Fill (Own);
         Shared := Own;
      end loop;
      pragma Assert (Own = 10);
   end Filler;
   X : Level := 1;
begin
   Only_Main := Only_Main + 1;
   Tank.Take (X);
   pragma Assert (X in 0 .. 100);
   pragma Assert (Tank.Now <= 100);
   pragma Assert (Shared <= 100);
   pragma Assert (Only_Main = 9);
end Protected_Shared;
