with Maths;
procedure Use_Maths (N : Positive) with Pre => N < 100 is
   package FM is new Maths (Float);
   use type FM.Vec;
   V : FM.Vec (1 .. N) := (others => 1.0);
begin
   V (1) := FM.Total (V);
end Use_Maths;
