; Steps of two and of five together do meet an odd number.
(set-logic HORN)
(declare-fun even (Int) Bool)
(assert (even 0))
(assert (forall ((x Int)) (=> (even x) (even (+ x 2)))))
(assert (forall ((x Int)) (=> (even x) (even (- x 5)))))
(assert (forall ((x Int) (k Int)) (=> (and (even x) (= x (+ (* 2 k) 1)) (> x 0)) false)))
(check-sat)
