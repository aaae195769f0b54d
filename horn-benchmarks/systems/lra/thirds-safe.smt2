; Three thirds are exactly one.
(set-logic HORN)
(declare-fun sum (Int Real) Bool)
(assert (sum 0 0.0))
(assert (forall ((n Int) (x Real)) (=> (and (sum n x) (< n 3)) (sum (+ n 1) (+ x (/ 1.0 3.0))))))
(assert (forall ((x Real)) (=> (and (sum 3 x) (distinct x 1.0)) false)))
(check-sat)
