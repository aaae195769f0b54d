; Halving the distance to 2 never arrives there: strict inequalities matter.
; Verdict by reasoning: x < 2 is inductive.
(set-logic HORN)
(declare-fun at (Real) Bool)
(assert (at 0.0))
(assert (forall ((x Real)) (=> (at x) (at (+ (/ x 2) 1)))))
(assert (forall ((x Real)) (=> (and (at x) (>= x 2.0)) false)))
(check-sat)
