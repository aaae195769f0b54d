; Steps of a half from 0 meet 2.5.
(set-logic HORN)
(declare-fun at (Real) Bool)
(assert (at 0.0))
(assert (forall ((x Real)) (=> (and (at x) (< x 3.0)) (at (+ x 0.5)))))
(assert (forall ((x Real)) (=> (and (at x) (= x 2.5)) false)))
(check-sat)
