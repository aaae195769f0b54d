; A binary tree has a size larger than twice its height plus one.
(set-logic HORN)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(declare-fun measure (Tree Int Int) Bool)
(assert (measure leaf 0 1))
(assert (forall ((s Tree) (t Tree) (h Int) (k Int) (m Int) (n Int))
  (=> (and (measure s h m) (measure t k n)) (measure (node s t) (+ 1 (ite (> h k) h k)) (+ m n 1)))))
(assert (forall ((t Tree) (h Int) (n Int)) (=> (and (measure t h n) (> n (+ (* 2 h) 1))) false)))
(check-sat)
