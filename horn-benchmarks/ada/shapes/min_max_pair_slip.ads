--  The least and the greatest of ten, which occur. With a slip.
package Min_Max_Pair_Slip is
   type Temps is array (0 .. 9) of Integer range -60 .. 60;
   type Extremes is record
      Low, High : Integer;
   end record;
   function Find (T : Temps) return Extremes with
     Post => (for all X of T => X in Find'Result.Low .. Find'Result.High)
       and then (for some X of T => X = Find'Result.Low)
       and then (for some X of T => X = Find'Result.High);
end Min_Max_Pair_Slip;
