; Two bits that are flipped separately become equal.
(set-logic HORN)
(declare-fun bits (Bool Bool) Bool)
(assert (bits true false))
(assert (forall ((a Bool) (b Bool)) (=> (bits a b) (bits (not a) b))))
(assert (forall ((a Bool) (b Bool)) (=> (and (bits a b) (= a b)) false)))
(check-sat)
