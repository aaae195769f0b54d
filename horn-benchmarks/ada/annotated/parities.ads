--  Parity, by functions that call each other.
package Parities with SPARK_Mode is
   function Odd (N : Natural) return Boolean with Subprogram_Variant => (Decreases => N);
   function Even (N : Natural) return Boolean is (if N = 0 then True else Odd (N - 1))
     with Subprogram_Variant => (Decreases => N);
   function Odd (N : Natural) return Boolean is (if N = 0 then False else Even (N - 1));
   procedure Lemma (N : Natural) with Ghost, Post => Even (N) /= Odd (N), Subprogram_Variant => (Decreases => N);
   function Is_Even (N : Natural) return Boolean with Post => Is_Even'Result = Even (N);
end Parities;
