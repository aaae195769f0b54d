; A counter goes up from 0 to 10 and is 10 at the end.
(set-logic HORN)
(declare-fun loop (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (loop x))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x) (< x 10) (= y (+ x 1))) (loop y))))
(assert (forall ((x Int)) (=> (and (loop x) (>= x 10) (not (= x 10))) false)))
(check-sat)
