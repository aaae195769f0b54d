; A counter reaches 1000: a derivation of a thousand steps.
; Verdict by reasoning: x = 1000 is reached after 1000 steps.
(set-logic HORN)
(declare-fun loop (Int) Bool)
(assert (loop 0))
(assert (forall ((x Int)) (=> (and (loop x) (< x 1000)) (loop (+ x 1)))))
(assert (forall ((x Int)) (=> (and (loop x) (>= x 1000)) false)))
(check-sat)
