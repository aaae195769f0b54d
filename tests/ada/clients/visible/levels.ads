package Levels is
   Step : Integer range 1 .. 5 := 1; --  wrong: Step : Integer range -5 .. 5 := 1;
   procedure Rise;
   procedure Fall;
end Levels;
