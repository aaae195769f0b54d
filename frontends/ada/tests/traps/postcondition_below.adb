--  The postcondition of a function whose expression stands for its calls where a variable is bound.
procedure Postcondition_Below is
   type Row is array (1 .. 10) of Integer;
   function Small (X : Integer) return Boolean is (X < 5) with Post => Small'Result = (X <= 4);
   function Odd (X : Integer) return Boolean is (X < 5) with
     Post => Odd'Result = (X <= 3);  --  fails: VC_POSTCONDITION
   procedure Test (A : Integer) is
      V : Row := (others => 1);
   begin
      V (1) := A;
      if (for all I in V'Range => Small (V (I))) then
         pragma Assert (A <= 4);
      else
         pragma Assert (A > 4);
      end if;
      if A = 2 then
         pragma Assert (for some I in V'Range => Odd (V (I)));
      elsif A = 4 then
         pragma Assert (for some I in reverse V'Range => Odd (V (I)));
         pragma Assert (for some I in V'Range => Odd (V (I)));
      end if;
   end Test;
begin
   Test (9);
   Test (2);
   Test (4);
end Postcondition_Below;
