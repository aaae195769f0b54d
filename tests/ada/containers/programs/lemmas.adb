with SPARK.Cut_Operations; use SPARK.Cut_Operations;
with SPARK.Lemmas.Integer_Arithmetic; use SPARK.Lemmas.Integer_Arithmetic;
with SPARK.Lemmas.Mod32_Arithmetic;
package body Lemmas with SPARK_Mode is
   procedure Scaled (X, Num, Denom : Small_Positive; R : out Integer) is
   begin
      R := X * Num / Denom;
      Lemma_Mult_Scale (X, Num, Denom, R);
   end Scaled;

   procedure Wrongly_Scaled (X, Num, Denom : Small_Positive; R : out Integer) is
   begin
      R := X * Num / Denom;
      Lemma_Mult_Scale (X, Num, Denom, R);  --  fails: VC_PRECONDITION
   end Wrongly_Scaled;

   procedure Quotients (X, Y : Small; Z : Small_Positive) is
   begin
      Lemma_Div_Is_Monotonic (X, Y, Z);
      pragma Assert (X / Z <= Y / Z);
   end Quotients;

   procedure Powers (X, Y : Small_Positive; A, B : out Integer) is
   begin
      A := X ** 3;
      B := Y ** 3;
      Lemma_Exp_Is_Monotonic (X, Y, 3);
   end Powers;

   procedure Words (X, Y : Unsigned_32) is
   begin
      SPARK.Lemmas.Mod32_Arithmetic.Lemma_Div_Then_Mult_Bounds (X, Y);
      pragma Assert (X / Y * Y <= X);
   end Words;

   procedure Sorted (A : Numbers) is
   begin
      Orders.Lemma_Transitive_Order (A);
      pragma Assert (A (A'First) < A (A'Last));
   end Sorted;

   procedure Steps (X, Y : Small) is
   begin
      pragma Assert (By (Y > 3, X > 3));
      pragma Assert (So (Y > 4, Y > 2));
      pragma Assert (By (Y > 3, X > 4));  --  fails: VC_PRECONDITION
   end Steps;

   procedure Release (L : in out Link) is
   begin
      L := null;
   end Release;
end Lemmas;
