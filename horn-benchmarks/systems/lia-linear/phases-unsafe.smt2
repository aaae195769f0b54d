; A loop in two phases: y goes up until x is 6, then down again, and is claimed to end at 0.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (loop 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (<= x 6)) (loop (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (> x 6) (< x 12)) (loop (+ x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (= x 12) (distinct y 0)) false)))
(check-sat)
