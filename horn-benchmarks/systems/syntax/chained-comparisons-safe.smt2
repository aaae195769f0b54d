; Comparisons and equalities of more than two terms, subtraction of three, unary minus.
(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (< 0 x y z 5) (= (- z y x) 0)) (p x y z))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (or (= x 1) (= y 1) (= z 4)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (>= z (- x) (- 5)))))
(assert (forall ((x Int)) (=> (p x x x) false)))
(check-sat)
