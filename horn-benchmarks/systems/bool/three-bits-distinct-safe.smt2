; Three bits cannot be pairwise different, so the fact has no instance.
(set-logic HORN)
(declare-fun p (Bool) Bool)
(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (distinct a b c) (p a))))
(assert (forall ((a Bool)) (=> (p a) false)))
(check-sat)
