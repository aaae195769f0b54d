; A query that mentions no predicate and cannot be satisfied.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (> x 0) (< (* 2 x) 2)) false)))
(check-sat)
