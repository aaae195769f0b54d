; A single bit wanders by rotation: always exactly one bit is set.
(set-logic HORN)
(declare-fun p ((_ BitVec 8)) Bool)
(assert (p #b00000001))
(assert (forall ((x (_ BitVec 8))) (=> (p x) (p (bvor (bvshl x #x01) (bvlshr x #x07))))))
(assert (forall ((x (_ BitVec 8))) (=> (p x) (= (bvand x (bvsub x #x01)) #x00))))
(check-sat)
