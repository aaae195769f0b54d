procedure Post_Fails is
   X : Integer := 1;
   procedure Inc (V : in out Integer) with
     Post => V = V'Old + 1;  --  fails: VC_POSTCONDITION
   procedure Inc (V : in out Integer) is
   begin
      V := V + (if V > 1 then 2 else 1);
   end Inc;
begin
   Inc (X);
   pragma Assert (X = 2);
   Inc (X);
end Post_Fails;
