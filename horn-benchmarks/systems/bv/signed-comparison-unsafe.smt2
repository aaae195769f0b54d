; Signed and unsigned comparison differ on the upper half of the range.
(set-logic HORN)
(declare-fun p ((_ BitVec 4)) Bool)
(assert (p #x5))
(assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvadd x #x1)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (bvslt x #x0)) false)))
(check-sat)
