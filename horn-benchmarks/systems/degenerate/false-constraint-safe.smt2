; A fact whose constraint is false.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (and (< x 3) (> x 2)) (p x))))
(assert (forall ((x Int)) (=> (p x) false)))
(check-sat)
