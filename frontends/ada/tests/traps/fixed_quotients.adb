--  RM 4.6 (33): products and quotients of fixed point values become the nearest integers, halves away from zero.
procedure Fixed_Quotients is
   type Eighth is delta 0.125 range -1000.0 .. 1000.0;
   type Tenth is delta 0.1 range -1000.0 .. 1000.0 with Small => 0.1;
   type Cent is delta 0.01 digits 9;
   function Same (X : Eighth) return Eighth is (X);
   function Same (X : Tenth) return Tenth is (X);
   function Same (X : Cent) return Cent is (X);
   subtype Small is Integer range -16 .. 16;
   A : constant Eighth := Same (7.0);
   B : constant Eighth := Same (-2.0);
   C : constant Tenth := Same (5.0);
   D : constant Cent := Same (0.30);
   S : Small;
begin
   pragma Assert (Integer (A / B) = -4 and Integer (A * B) = -14);
   pragma Assert (Integer (Same (Eighth'(0.125)) / Same (Eighth'(0.25))) = 1 and Integer (Same (Eighth'(-0.5)) / Same (Eighth'(1.5))) = 0);
   pragma Assert (Integer (Same (Eighth'(-0.5)) * Same (Eighth'(1.5))) = -1);
   pragma Assert (Integer (C / D) = 17 and Integer (C * D) = 2 and Integer (D / C) = 0);
   pragma Assert (Long_Long_Integer (Same (Tenth'(-5.0)) / Same (Cent'(0.50))) = -10);
   S := Small (C / Same (Cent'(0.32)));
   pragma Assert (S = 16);
   S := Small (C / D);  --  fails: VC_RANGE_CHECK
end Fixed_Quotients;
