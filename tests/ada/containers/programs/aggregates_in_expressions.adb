--  Container aggregates in expression functions, quantified expressions, conditions and actual parameters.
pragma Ada_2022;
with Ada.Containers.Vectors; use Ada.Containers;
procedure Aggregates_In_Expressions is
   package V is new Ada.Containers.Vectors (Positive, Integer);
   use type V.Vector;
   function Up_To (N : Natural) return V.Vector is ([for I in 1 .. N => I]);
   function Pair (A, B : Integer) return V.Vector is ([A, B]);
   function Sum (X : V.Vector) return Integer is
      S : Integer := 0;
   begin
      for E of X loop
         S := S + E;
      end loop;
      return S;
   end Sum;
   type Arr is array (Positive range <>) of Integer;
   function First (X : Arr) return Integer is (X (X'First));
   function First (X : V.Vector) return Integer is (if X.Is_Empty then 0 else X.First_Element);
begin
   pragma Assert (Pair (3, 4).Element (2) = 4);
   pragma Assert (Up_To (3).Length = 3);
   pragma Assert (Sum (Up_To (4)) = 10);
   pragma Assert (Sum ([1, 2, 3]) = 6);
   pragma Assert (First ((5, 6)) = 5);
   pragma Assert (Pair (1, 2) = [1, 2]);
   pragma Assert ((for all I in 1 .. 3 => Pair (I, I).Element (1) = I));
   pragma Assert (for all I in 1 .. 3 => Sum ([I, 1]) = I + 1);
   declare
      K : Integer := 0;
   begin
      for J in 1 .. 3 loop
         K := K + Sum ([J, (declare X : constant Integer := J * 2; begin X)]);
      end loop;
      pragma Assert (K = 18);
      pragma Assert ((declare X : constant Integer := K; begin Sum ([X, 1]) = 19));
      pragma Assert (Sum (if K > 3 then [1] else [2]) = 1);
      pragma Assert (Sum ([for X of Pair (4, 5) => X + K]) = 45);
   end;
   pragma Assert (Up_To (2).Element (2) = 1);  --  fails: VC_ASSERT
end Aggregates_In_Expressions;
