--  Binary search among sixteen. With a slip.
package Binary_Fixed_Slip is
   type Table is array (1 .. 16) of Integer;
   function Find (T : Table; Key : Integer) return Natural with
     Pre => (for all I in 1 .. 15 => T (I) < T (I + 1)),
     Post => (if Find'Result = 0 then (for all I in T'Range => T (I) /= Key) else T (Find'Result) = Key);
end Binary_Fixed_Slip;
