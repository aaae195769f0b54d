--  An index that fails for a later value of the bound variable only, where an earlier one decides: no run evaluates it.
procedure Decided_In_Front (N : Natural; Found : out Boolean) is
   type Table is array (0 .. 9) of Integer;
   Value, Next : Table := (others => 3);
begin
   Next (5) := (if N > 7 then 20 else 2);
   Found := N <= 10
     and then (for all I in 0 .. N - 1 => Value (Next (I)) < Value (I) and then Next (Next (I)) = 0);
end Decided_In_Front;
