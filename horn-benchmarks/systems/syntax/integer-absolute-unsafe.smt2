; The operators abs, div, mod and the tester for divisibility.
; Verdict by reasoning: -20 is divisible by 4, and 20 div 3 is 6.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p (- 20)))
(assert (forall ((x Int)) (=> (and (p x) ((_ divisible 4) x)) (p (div (abs x) 3)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 6)) false)))
(check-sat)
