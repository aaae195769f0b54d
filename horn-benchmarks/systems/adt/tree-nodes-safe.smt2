; A binary tree has an odd number of nodes and is never empty.
(set-logic HORN)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(declare-fun size (Tree Int) Bool)
(assert (size leaf 1))
(assert (forall ((s Tree) (t Tree) (m Int) (n Int)) (=> (and (size s m) (size t n)) (size (node s t) (+ m n 1)))))
(assert (forall ((t Tree) (n Int)) (=> (and (size t n) (= (mod n 2) 0)) false)))
(check-sat)
