; The transitive closure of "one more" only goes upwards.
(set-logic HORN)
(declare-fun path (Int Int) Bool)
(assert (forall ((x Int)) (path x (+ x 1))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (path x y) (path y z)) (path x z))))
(assert (forall ((x Int)) (not (path x x))))
(check-sat)
