; A loop sets all cells below n to 0; afterwards each of them is 0: needs a quantified invariant.
; Verdict by reasoning: all cells k with 0 <= k < i are 0, and that is inductive.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (loop a 0 n)))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (< i n)) (loop (store a i 0) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (k Int))
  (=> (and (loop a i n) (>= i n) (<= 0 k) (< k n) (distinct (select a k) 0)) false)))
(check-sat)
