--  Arrays without components are equal, whatever their other lengths are (RM 4.5.2 (18)).
procedure Null_Grids is
   function Same (X : Integer) return Integer is
   begin
      if X = 0 then
         return 0;
      end if;
      return X;
   end Same;
   type Cube is array (Integer range <>, Integer range <>, Integer range <>) of Integer;
   A : Cube := (1 .. Same (2) => (Same (1) .. Same (3) => (Same (3) .. Same (2) => Same (1))));
   B : Cube := (Same (1) .. 3 => (Same (2) .. Same (1) => (Same (1) .. Same (2) => Same (1))));
   C : Cube := (1 => (1 => (1 => 1)));
begin
   pragma Assert (A = B);
   pragma Assert (A /= C and C = Cube'(2 => (3 => (4 => 1))));
   pragma Assert (B = C);  --  fails: VC_ASSERT
end Null_Grids;
