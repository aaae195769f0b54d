; A query that mentions no predicate and can be satisfied.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (> x 0) false)))
(check-sat)
