--  What SPARK's lemmas say, and what they do not say.
with Interfaces; use Interfaces;
with SPARK.Heap;
with SPARK.Lemmas.Unconstrained_Array;
package Lemmas with SPARK_Mode is
   subtype Small is Integer range -10_000 .. 10_000;
   subtype Small_Positive is Integer range 1 .. 10_000;

   type Numbers is array (Positive range <>) of Integer;
   function Less (X, Y : Integer) return Boolean is (X < Y);
   package Orders is new SPARK.Lemmas.Unconstrained_Array (Positive, Integer, Numbers, Less);

   procedure Scaled (X, Num, Denom : Small_Positive; R : out Integer) with
     Global => null, Pre => Num <= Denom, Post => R <= X;
   procedure Wrongly_Scaled (X, Num, Denom : Small_Positive; R : out Integer);
   procedure Quotients (X, Y : Small; Z : Small_Positive) with Pre => X <= Y;
   procedure Powers (X, Y : Small_Positive; A, B : out Integer) with Pre => X <= Y and Y <= 50, Post => A <= B;
   procedure Words (X, Y : Unsigned_32) with Pre => Y > 0;
   procedure Sorted (A : Numbers) with
     Pre => A'Length > 2 and then (for all I in A'Range => (if I > A'First then A (I - 1) < A (I)));
   procedure Steps (X, Y : Small) with Pre => X > 3 and Y > X;

   type Link is access Integer;
   procedure Release (L : in out Link) with Global => (In_Out => SPARK.Heap.Dynamic_Memory);
end Lemmas;
