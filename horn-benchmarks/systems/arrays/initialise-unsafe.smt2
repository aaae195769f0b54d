; A loop sets all cells but the last to 0, which is claimed to be all of them.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (loop a 0 n)))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (< i (- n 1))) (loop (store a i 0) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (k Int))
  (=> (and (loop a i n) (>= i (- n 1)) (<= 0 k) (< k n) (> n 2) (distinct (select a k) 0)) false)))
(check-sat)
