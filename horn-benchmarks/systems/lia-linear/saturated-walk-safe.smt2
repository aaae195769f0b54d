; A random walk that is clamped to the range -10 .. 10 stays in it.
(set-logic HORN)
(declare-fun at (Int) Bool)
(define-fun clamp ((x Int)) Int (ite (< x (- 10)) (- 10) (ite (> x 10) 10 x)))
(assert (at 0))
(assert (forall ((x Int) (d Int)) (=> (and (at x) (<= (- 3) d 3)) (at (clamp (+ x d))))))
(assert (forall ((x Int)) (=> (and (at x) (not (<= (- 10) x 10))) false)))
(check-sat)
