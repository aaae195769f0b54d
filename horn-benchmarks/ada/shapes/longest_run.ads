--  The longest run of flags.
package Longest_Run is
   type Bits is array (1 .. 10) of Boolean;
   function Longest (B : Bits) return Natural with
     Post => Longest'Result <= 10
       and then (if Longest'Result > 0 then (for some I in B'Range => B (I)))
       and then (if (for all I in B'Range => B (I)) then Longest'Result = 10);
end Longest_Run;
