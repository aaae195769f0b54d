; An 8-bit counter that stops at 200 does not overflow.
(set-logic HORN)
(declare-fun loop ((_ BitVec 8)) Bool)
(assert (loop #x00))
(assert (forall ((x (_ BitVec 8))) (=> (and (loop x) (bvult x (_ bv200 8))) (loop (bvadd x #x01)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (loop x) (bvugt x (_ bv200 8))) false)))
(check-sat)
