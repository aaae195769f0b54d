--  A component of an extension, not the one of the same name that is hidden in its parent, is what its names mean.
procedure Delta_Own_Component is
   package P is
      type T is tagged private;
      function Hidden (V : T) return Integer;
   private
      type T is tagged record
         X : Integer := 1;
      end record;
      function Hidden (V : T) return Integer is (V.X);
   end P;
   package Q is
      type U is new P.T with record
         X : Integer := 2;
      end record;
   end Q;
   A : Q.U;
   B : Q.U;
begin
   A := (A with delta X => 5);
   pragma Assert (A.X = 5 and A.Hidden = 1);
   B := (B with delta X => A.X + 1);
   pragma Assert (B.Hidden = 1 and B.X = 6);
   A.X := 7;
   pragma Assert (A.Hidden = 7);  --  fails: VC_ASSERT
end Delta_Own_Component;
