; Connectives in all their forms: chains of =>, ite over Bool, iff, distinct.
(set-logic HORN)
(declare-fun p (Bool Bool Bool) Bool)
(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (=> a b c) (ite a b (not c)) (distinct a c) (p a b c))))
(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (p a b c) (= b a))))
(assert (forall ((a Bool)) (=> (p a a a) false)))
(check-sat)
