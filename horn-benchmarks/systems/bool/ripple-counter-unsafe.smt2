; A five-bit counter reaches all ones after 31 steps.
(set-logic HORN)
(declare-fun count (Bool Bool Bool Bool Bool) Bool)
(assert (count false false false false false))
(assert (forall ((a Bool) (b Bool) (c Bool) (d Bool) (e Bool))
  (=> (count a b c d e)
      (count (xor a (and b c d e)) (xor b (and c d e)) (xor c (and d e)) (xor d e) (not e)))))
(assert (forall ((a Bool) (b Bool) (c Bool) (d Bool) (e Bool)) (=> (and (count a b c d e) a b c d e) false)))
(check-sat)
