--  Types derived from types with replaced discriminants; as actual types of generic units; in arrays and heaps.
procedure Replaced_In_Chains is
   generic
      type T (<>) is private;
      with function F (X : T) return Integer;
   function G (X : T) return Integer;
   function G (X : T) return Integer is (F (X));
   type P (A, B : Natural) is record
      V : Integer := 3;
   end record;
   function Get (X : P) return Integer is (X.A * 10 + X.B + X.V);
   package Q is
      type C (E : Natural) is new P (E, 4);
      type D is new C;
      type D2 is new C (9);
      type E (F : Natural) is new C (F);
   end Q;
   use Q;
   function Gg (X : C) return Integer is (X.E);
   function H is new G (C, Gg);
   X : C (5);
   Y : D (6);
   Z : D2;
   W : E (7);
   type Arr is array (1 .. 3) of C (5);
   A : Arr;
   type Acc is access C;
   L : Acc := new C'(X);
begin
   pragma Assert (H (X) = 5);
   pragma Assert (Get (P (X)) = 57);
   pragma Assert (Get (P (Y)) = 67);
   pragma Assert (Z.E = 9 and Get (P (Z)) = 97);
   pragma Assert (Get (P (W)) = 77);
   X.V := 9;
   A := (others => X);
   pragma Assert (A (2).V = 9 and Get (P (A (3))) = 63);
   L.V := 12;
   pragma Assert (L.V = 12 and X.V = 9);
   pragma Assert (C (W).E = 7 and C (P (W)) = C (W));
   pragma Assert (X = (E => 5, V => 9));
   pragma Assert (P (X) = (5, 4, 9));
   pragma Assert (X in C and P (X) in P);
end Replaced_In_Chains;
