; Two counters, one of which starts a step ahead, are claimed to meet at 5.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (forall ((n Int)) (loop 0 1 n)))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (loop x y n) (< x n)) (loop (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (loop x y n) (= x n) (= n 5) (not (= y n))) false)))
(check-sat)
