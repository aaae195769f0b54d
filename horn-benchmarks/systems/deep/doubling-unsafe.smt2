; A perfect tree of height 12 has 8191 nodes: the derivation is small as a graph and large as a tree.
(set-logic HORN)
(declare-fun size (Int Int) Bool)
(assert (size 0 1))
(assert (forall ((h Int) (a Int) (b Int)) (=> (and (size h a) (size h b)) (size (+ h 1) (+ a b 1)))))
(assert (forall ((h Int) (n Int)) (=> (and (size h n) (>= n 8191)) false)))
(check-sat)
