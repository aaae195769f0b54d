; What leaves one account arrives in the other, except that 7 is spent on the way.
(set-logic HORN)
(declare-fun transfer (Int Int Int) Bool)
(assert (forall ((c Int)) (=> (> c 0) (transfer c 0 c))))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (transfer x y c) (> x 0)) (transfer (- x 1) (ite (= x 7) y (+ y 1)) c))))
(assert (forall ((x Int) (y Int) (c Int)) (=> (and (transfer x y c) (= x 0) (distinct y c)) false)))
(check-sat)
