; A query with the same predicate twice, satisfied by two different members.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 1))
(assert (p 4))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y) (> y (* 3 x))) false)))
(check-sat)
