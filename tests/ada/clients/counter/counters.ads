package Counters is
   procedure Step;
   procedure Back;
end Counters;
