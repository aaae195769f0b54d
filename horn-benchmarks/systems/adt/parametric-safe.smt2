; A parametric pair, used at two types.
(set-logic HORN)
(declare-datatypes ((Pair 2)) ((par (A B) ((pair (fst A) (snd B))))))
(declare-fun p ((Pair Int Bool)) Bool)
(declare-fun q ((Pair Bool Int)) Bool)
(assert (forall ((i Int)) (p (pair i (> i 0)))))
(assert (forall ((x (Pair Int Bool))) (=> (p x) (q (pair (snd x) (fst x))))))
(assert (forall ((y (Pair Bool Int))) (=> (and (q y) (fst y) (<= (snd y) 0)) false)))
(check-sat)
