; Halving the distance to 2 comes closer than a hundredth after eight steps.
(set-logic HORN)
(declare-fun at (Real) Bool)
(assert (at 0.0))
(assert (forall ((x Real)) (=> (at x) (at (+ (* (/ 1 2) x) 1.0)))))
(assert (forall ((x Real)) (=> (and (at x) (> x 1.99)) false)))
(check-sat)
