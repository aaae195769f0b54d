--  A counter that never goes beyond 3, which only the body knows.
package Counters is
   procedure Step;
end Counters;
