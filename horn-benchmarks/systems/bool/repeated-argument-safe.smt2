; A predicate with the same Bool variable twice holds for equal bits only.
(set-logic HORN)
(declare-fun p (Bool Bool) Bool)
(declare-fun q (Bool Bool) Bool)
(assert (forall ((b Bool)) (p b b)))
(assert (forall ((a Bool) (b Bool)) (=> (p a b) (q b a))))
(assert (forall ((a Bool)) (=> (q a (not a)) false)))
(check-sat)
