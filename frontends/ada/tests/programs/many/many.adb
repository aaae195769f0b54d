package body Many is
   type Op is (Add, Sub, Mul);
   function Apply (O : Op; L, R : Long_Integer) return Long_Integer is
     (case O is when Add => L + R, when Sub => L - R, when Mul => L * R)
     with Pre => L in -1000 .. 1000 and R in -1000 .. 1000;
   type Matrix is array (Positive range <>, Positive range <>) of Float;
   function Transpose (M : Matrix) return Matrix is
      R : Matrix (M'Range (2), M'Range (1));
   begin
      for I in M'Range (1) loop
         for J in M'Range (2) loop
            R (J, I) := M (I, J);
         end loop;
      end loop;
      return R;
   end Transpose;
   function Find (S : String; C : Character) return Natural with
     Post => Find'Result = 0 or else (Find'Result in S'Range and then S (Find'Result) = C);
   function Find (S : String; C : Character) return Natural is
   begin
      for I in S'Range loop
         if S (I) = C then
            return I;
         end if;
         pragma Loop_Invariant (for all J in S'First .. I => S (J) /= C);
      end loop;
      return 0;
   end Find;
   procedure Swap (A, B : in out Integer) with Post => A = B'Old and B = A'Old;
   procedure Swap (A, B : in out Integer) is
      T : constant Integer := A;
   begin
      A := B;
      B := T;
   end Swap;
   type Days is (Mon, Tue, Wed);
   type Hours is array (Days) of Natural range 0 .. 24;
   function Sum (H : Hours) return Natural is
      S : Natural := 0;
   begin
      for D in Days loop
         S := S + H (D);
      end loop;
      for B in Boolean loop
         S := S + Boolean'Pos (B);
      end loop;
      return S;
   end Sum;
   type Bits is array (0 .. 7) of Boolean with Pack;
   function Both (X, Y : Bits) return Bits is (X and not Y);
   function "*" (L : Hours; N : Natural) return Hours is
     [for D in Days => (if L (D) * N > 24 then 24 else L (D) * N)];
   H : Hours := (Mon => 3, others => 1);
   function Imported (X : Integer) return Integer with
      Import, Global => null, Post => Imported'Result > X, Pre => X < 100;
   procedure P (X : in out Integer) is
   begin
      X := Imported (X);
      H := H * 2;
      X := Integer'Max (X, Integer'Min (3, 4));
      X := Integer (Float'Floor (Float (X) / 2.0));
      if X in 1 | 3 | 5 .. 9 then
         X := abs X;
      end if;
   end P;
begin
   H (Tue) := 4;
end Many;
