; A counter beside a constant start value reaches 10000: a derivation of ten thousand steps.
; Verdict by reasoning: x = 10007 is reached after 10000 steps.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (forall ((s Int)) (=> (= s 7) (loop s s))))
(assert (forall ((x Int) (s Int)) (=> (and (loop x s) (< x (+ s 10000))) (loop (+ x 1) s))))
(assert (forall ((x Int) (s Int)) (=> (and (loop x s) (= x (+ s 10000))) false)))
(check-sat)
