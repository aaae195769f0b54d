; Water flows between two tanks and a hundredth of a unit leaks each time.
(set-logic HORN)
(declare-fun tanks (Real Real) Bool)
(assert (tanks 10.0 2.5))
(assert (forall ((a Real) (b Real) (d Real)) (=> (and (tanks a b) (<= 0.01 d) (<= d a)) (tanks (- a d) (+ b (- d 0.01))))))
(assert (forall ((a Real) (b Real)) (=> (and (tanks a b) (< (+ a b) 12.47)) false)))
(check-sat)
