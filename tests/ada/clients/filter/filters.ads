package Filters is
   subtype Sample is Integer range 0 .. 100;
   procedure Feed (X : Sample);
   function Smoothed return Integer;
end Filters;
