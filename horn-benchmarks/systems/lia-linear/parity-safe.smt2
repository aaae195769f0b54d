; Steps of two from an even number never meet an odd one.
(set-logic HORN)
(declare-fun even (Int) Bool)
(assert (even 0))
(assert (forall ((x Int)) (=> (even x) (even (+ x 2)))))
(assert (forall ((x Int)) (=> (even x) (even (- x 2)))))
(assert (forall ((x Int) (k Int)) (=> (and (even x) (= x (+ (* 2 k) 1))) false)))
(check-sat)
