; Two bits that are flipped together stay different.
(set-logic HORN)
(declare-fun bits (Bool Bool) Bool)
(assert (bits true false))
(assert (forall ((a Bool) (b Bool)) (=> (bits a b) (bits (not a) (not b)))))
(assert (forall ((a Bool) (b Bool)) (=> (bits a b) (xor a b))))
(check-sat)
