; An 8-bit counter that is only ever increased comes back to 0.
(set-logic HORN)
(declare-fun loop ((_ BitVec 8)) Bool)
(assert (loop #xf0))
(assert (forall ((x (_ BitVec 8))) (=> (loop x) (loop (bvadd x #x01)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (loop x) (bvult x #x10)) false)))
(check-sat)
