; Position and time of a body at constant speed: x = 3t / 2, whatever the time steps.
(set-logic HORN)
(declare-fun body (Real Real) Bool)
(assert (body 0.0 0.0))
(assert (forall ((x Real) (t Real) (d Real)) (=> (and (body x t) (> d 0)) (body (+ x (* 1.5 d)) (+ t d)))))
(assert (forall ((x Real) (t Real)) (=> (and (body x t) (= t 4) (not (= x 6))) false)))
(check-sat)
