; Two counters in lock-step are equal when the first one arrives: x = y is needed.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (forall ((n Int)) (loop 0 0 n)))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (loop x y n) (< x n)) (loop (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (loop x y n) (= x n) (not (= y n))) false)))
(check-sat)
