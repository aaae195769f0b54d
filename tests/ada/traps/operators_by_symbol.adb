--  Predefined operators called by their symbols, with names for the operands, and values of real types from several contexts.
procedure Operators_By_Symbol (Given : Integer) is
   X : constant Integer := Given mod 60;
   package P is
      type Int is range -1000 .. 1000;
      type Truth is new Boolean;
      function "-" (L, R : Int) return Int;
   end P;
   package body P is
      function "-" (L, R : Int) return Int is (L + R);
   end P;
   type Wide is digits 6 range -100.0 .. 100.0;
   type Narrow is digits 5 range Wide'First .. Float (50.0);
   type Fix is delta 0.25 range -100.0 .. 100.0;
   type Pair is record
      A, B : Integer;
   end record;
   type Pairs is array (Positive range <>) of Pair;
   use type P.Int, P.Truth;
   Y  : constant P.Int := P."-" (10);
   Z  : constant P.Int := P."-" (P.Int'(10), 3);
   N  : constant Narrow := 25.0;
   F  : constant Fix := X * 0.5;
   R  : constant Pair := (X, 2);
   Rs : constant Pairs := R & R;
begin
   pragma Assert (Y = -10);
   pragma Assert (Z = 13);
   pragma Assert (Boolean (P."not" (P.Truth'(P.False))));
   pragma Assert ("+" (Right => 1, Left => X) = X + 1);
   pragma Assert (N < Narrow'Last and Narrow'First = -100.0);
   pragma Assert (F = Fix (X) / 2);
   pragma Assert (Rs = (R & Rs (2)) and Rs'Length = 2);
   pragma Assert (X < 50);
end Operators_By_Symbol;
