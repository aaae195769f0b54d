; A clause whose head is in its own body, in front of a refutation.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (p x) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (> x 1)) (p x))))
(assert (p 1))
(assert (forall ((x Int)) (=> (p x) (< x 1))))
(check-sat)
