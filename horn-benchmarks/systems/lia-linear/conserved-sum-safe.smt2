; What leaves one account arrives in the other: x + y = c.
; Verdict by reasoning: x + y = c is inductive.
(set-logic HORN)
(declare-fun transfer (Int Int Int) Bool)
(assert (forall ((c Int)) (=> (> c 0) (transfer c 0 c))))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (transfer x y c) (> x 0)) (transfer (- x 1) (+ y 1) c))))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (transfer x y c) (= x 0) (distinct y c)) false)))
(check-sat)
