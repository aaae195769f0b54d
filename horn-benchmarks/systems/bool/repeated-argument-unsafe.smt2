; A predicate with the same Bool variable twice: it holds for equal bits only, and true is reached.
(set-logic HORN)
(declare-fun p (Bool Bool) Bool)
(assert (forall ((b Bool)) (p b b)))
(assert (p true false))
(assert (forall ((b Bool)) (=> (and (p b (not b)) b) false)))
(check-sat)
