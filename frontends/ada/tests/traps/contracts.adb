procedure Contracts is
   X : Integer := 3;
   procedure Add (V : in out Integer; By : Integer) with
     Pre  => By > 0 and then V <= 100,
     Post => V = V'Old + By;
   procedure Add (V : in out Integer; By : Integer) is
   begin
      if By = 13 then
         V := V + 1;
         return;
      end if;
      V := V + By;
   end Add;  
   function Half (V : Integer) return Integer with
     Post => Half'Result * 2 <= V;
   function Half (V : Integer) return Integer is
   begin
      return V / 2;
   end Half;
begin
   Add (X, 4);
   pragma Assert (X = 7);
   pragma Assert (Half (X) = 3);
   Add (X, 0);  --  fails: VC_PRECONDITION
end Contracts;
