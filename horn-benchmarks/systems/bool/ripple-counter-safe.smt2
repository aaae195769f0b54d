; A four-bit counter that counts by two never sets its lowest bit.
(set-logic HORN)
(declare-fun count (Bool Bool Bool Bool) Bool)
(assert (count false false false false))
(assert (forall ((a Bool) (b Bool) (c Bool) (d Bool))
  (=> (count a b c d) (count (xor a (and b c)) (xor b c) (not c) d))))
(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (count a b c true) false)))
(check-sat)
