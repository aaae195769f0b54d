; The transitive closure of "two less or five more" returns to where it began.
(set-logic HORN)
(declare-fun path (Int Int) Bool)
(assert (forall ((x Int)) (path x (- x 2))))
(assert (forall ((x Int)) (path x (+ x 5))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (path x y) (path y z)) (path x z))))
(assert (forall ((x Int)) (=> (path x x) false)))
(check-sat)
