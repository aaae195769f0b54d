; Three counters whose law z = x + 2y is broken by a third kind of step.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (loop 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (loop x y z) (loop (+ x 1) y (+ z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (loop x y z) (loop x (+ y 1) (+ z 2)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (loop x y z) (= x y) (> x 2)) (loop (+ x 1) (+ y 1) (+ z 4)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (loop x y z) (distinct z (+ x (* 2 y)))) false)))
(check-sat)
