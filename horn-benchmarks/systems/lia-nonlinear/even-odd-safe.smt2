; Even and odd by mutual recursion: no number is both.
; Verdict by reasoning: even means x = 2k, odd means x = 2k + 1.
(set-logic HORN)
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
(assert (even 0))
(assert (forall ((x Int)) (=> (and (> x 0) (odd (- x 1))) (even x))))
(assert (forall ((x Int)) (=> (and (> x 0) (even (- x 1))) (odd x))))
(assert (forall ((x Int)) (=> (and (even x) (odd x)) false)))
(check-sat)
