--  SPARK's library, Lemmas.Arithmetic: what is true of products, quotients and powers of integers. Postconditions are
--  about numbers without bounds, as what they speak of need not fit in the type.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Int is range <>;
package SPARK.Lemmas.Arithmetic with SPARK_Mode, Ghost is
   subtype Nat is Int'Base range 0 .. Int'Last;
   subtype Pos is Int'Base range 1 .. Int'Last;

   procedure Lemma_Div_Is_Monotonic (Val1, Val2 : Int; Denom : Pos) with
     Import, Pre => Val1 <= Val2, Post => Val1 / Denom <= Val2 / Denom;

   procedure Lemma_Div_Then_Mult_Bounds (Arg1 : Int; Arg2 : Pos) with
     Import,
     Post =>
       (if Arg1 >= 0 then
          Big_Integer (Arg1 / Arg2) * Big_Integer (Arg2) <= Big_Integer (Arg1)
          and then Big_Integer (Arg1) - Big_Integer (Arg2) < Big_Integer (Arg1 / Arg2) * Big_Integer (Arg2)
        else
          Big_Integer (Arg1 / Arg2) * Big_Integer (Arg2) >= Big_Integer (Arg1)
          and then Big_Integer (Arg1) + Big_Integer (Arg2) > Big_Integer (Arg1 / Arg2) * Big_Integer (Arg2));

   procedure Lemma_Mult_Is_Monotonic (Val1, Val2 : Int; Factor : Nat) with
     Import,
     Pre  => Val1 <= Val2,
     Post => Big_Integer (Val1) * Big_Integer (Factor) <= Big_Integer (Val2) * Big_Integer (Factor);

   procedure Lemma_Mult_Is_Strictly_Monotonic (Val1, Val2 : Int; Factor : Pos) with
     Import,
     Pre  => Val1 < Val2,
     Post => Big_Integer (Val1) * Big_Integer (Factor) < Big_Integer (Val2) * Big_Integer (Factor);

   procedure Lemma_Mult_Protect (Arg1 : Int; Arg2 : Nat; Upper_Bound : Nat) with
     Import,
     Pre  => Arg2 > 0 and then Arg1 <= Upper_Bound / Arg2,
     Post => Big_Integer (Arg1) * Big_Integer (Arg2) <= Big_Integer (Upper_Bound);

   procedure Lemma_Mult_Scale (Val : Int; Scale_Num : Nat; Scale_Denom : Pos; Res : Int) with
     Import,
     Pre  =>
       Scale_Num <= Scale_Denom
       and then Big_Integer (Res) = Big_Integer (Val) * Big_Integer (Scale_Num) / Big_Integer (Scale_Denom),
     Post => abs Big_Integer (Res) <= abs Big_Integer (Val) and then (if Val >= 0 then Res >= 0 else Res <= 0);

   procedure Lemma_Mult_Then_Div_Is_Ident (Val1 : Int; Val2 : Pos) with
     Import, Post => Big_Integer (Val1) * Big_Integer (Val2) / Big_Integer (Val2) = Big_Integer (Val1);

   procedure Lemma_Mult_Then_Mod_Is_Zero (Arg1 : Int; Arg2 : Pos) with
     Import, Post => Big_Integer (Arg1) * Big_Integer (Arg2) mod Big_Integer (Arg2) = 0;

   procedure Lemma_Mod_Range (Arg1 : Int; Arg2 : Pos) with
     Import, Post => Arg1 mod Arg2 in 0 .. Arg2 - 1;

   procedure Lemma_Mod_Range2 (Arg1 : Nat; Arg2 : Pos) with
     Import, Post => Arg1 mod Arg2 <= Arg1;

   procedure Lemma_Mod_Symmetry (Arg1 : Int; Arg2 : Int) with
     Import,
     Pre  => Arg2 /= 0,
     Post =>
       (-Big_Integer (Arg1)) mod (-Big_Integer (Arg2)) = -(Big_Integer (Arg1) mod Big_Integer (Arg2));

   procedure Lemma_Exp_Is_Monotonic (Val1, Val2 : Nat; Exp : Natural) with
     Import,
     Pre  => Val1 <= Val2,
     Post => Big_Integer (Val1) ** Exp <= Big_Integer (Val2) ** Exp;

   procedure Lemma_Exp_Is_Monotonic_2 (Val : Pos; Exp1, Exp2 : Natural) with
     Import,
     Pre  => Exp1 <= Exp2,
     Post => Big_Integer (Val) ** Exp1 <= Big_Integer (Val) ** Exp2;
end SPARK.Lemmas.Arithmetic;
