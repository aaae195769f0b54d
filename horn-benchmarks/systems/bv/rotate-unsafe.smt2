; A single bit wanders to the left by shifts and comes round by rotation.
(set-logic HORN)
(declare-fun p ((_ BitVec 8)) Bool)
(assert (p #b00000001))
(assert (forall ((x (_ BitVec 8))) (=> (p x) (p ((_ rotate_left 3) x)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (p x) (= x #b00010000)) false)))
(check-sat)
