; Adding an even number keeps the lowest bit, overflow or not.
(set-logic HORN)
(declare-fun loop ((_ BitVec 16)) Bool)
(assert (loop #x0001))
(assert (forall ((x (_ BitVec 16))) (=> (loop x) (loop (bvadd x #x0006)))))
(assert (forall ((x (_ BitVec 16))) (=> (loop x) (= ((_ extract 0 0) x) #b1))))
(check-sat)
