--  SPARK's library, Lemmas.Mod_Arithmetic: what is true of products and quotients of modular integers where no product
--  wraps around.
generic
   type Uint is mod <>;
package SPARK.Lemmas.Mod_Arithmetic with SPARK_Mode, Ghost is
   subtype Pos is Uint range 1 .. Uint'Last;

   procedure Lemma_Div_Is_Monotonic (Val1, Val2 : Uint; Denom : Pos) with
     Import, Pre => Val1 <= Val2, Post => Val1 / Denom <= Val2 / Denom;

   procedure Lemma_Div_Then_Mult_Bounds (Arg1 : Uint; Arg2 : Pos) with
     Import,
     Post =>
       Arg1 / Arg2 * Arg2 <= Arg1 and then Arg1 - Arg1 / Arg2 * Arg2 < Arg2;

   procedure Lemma_Mod_Range (Arg1 : Uint; Arg2 : Pos) with
     Import, Post => Arg1 mod Arg2 in 0 .. Arg2 - 1;

   procedure Lemma_Mod_Range2 (Arg1 : Uint; Arg2 : Pos) with
     Import, Post => Arg1 mod Arg2 <= Arg1;
end SPARK.Lemmas.Mod_Arithmetic;
