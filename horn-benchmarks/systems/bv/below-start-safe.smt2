; A counter of eight bits: whether it is ever below where it starts.
(set-logic HORN)
(declare-fun P ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (= x (_ bv100 8)) (P x))))
(assert (forall ((x (_ BitVec 8))) (=> (and (P x) (bvule x (_ bv199 8))) (P (bvadd x (_ bv1 8))))))
(assert (forall ((x (_ BitVec 8))) (=> (and (P x) (bvult x (_ bv100 8))) false)))
(check-sat)
