; Any part of the water flows from one tank to the other: the total is kept.
(set-logic HORN)
(declare-fun tanks (Real Real) Bool)
(assert (tanks 10.0 2.5))
(assert (forall ((a Real) (b Real) (d Real)) (=> (and (tanks a b) (<= 0 d) (<= d a)) (tanks (- a d) (+ b d)))))
(assert (forall ((a Real) (b Real) (d Real)) (=> (and (tanks a b) (<= 0 d) (<= d b)) (tanks (+ a d) (- b d)))))
(assert (forall ((a Real) (b Real)) (=> (and (tanks a b) (> b 12.5)) false)))
(check-sat)
