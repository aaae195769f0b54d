; Clauses written as disjunctions with negated atoms, and a negated conjunction as a query.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (or (distinct x 0) (p x))))
(assert (forall ((x Int)) (or (not (p x)) (p (+ x 1)) (> x 5))))
(assert (forall ((x Int)) (not (and (p x) (= x 6)))))
(check-sat)
