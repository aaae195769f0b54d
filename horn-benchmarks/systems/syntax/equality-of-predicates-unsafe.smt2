; An equivalence between two atoms carries facts both ways.
; Verdict by reasoning: p has to hold for 9.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (= (p x) (q (+ x 1)))))
(assert (q 10))
(assert (forall ((x Int)) (=> (p x) (distinct x 9))))
(check-sat)
