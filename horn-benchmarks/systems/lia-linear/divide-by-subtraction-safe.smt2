; Division by 7 through repeated subtraction: x = 7q + r throughout.
(set-logic HORN)
(declare-fun divide (Int Int Int) Bool)
(assert (forall ((x Int)) (=> (>= x 0) (divide x 0 x))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (divide x q r) (>= r 7)) (divide x (+ q 1) (- r 7)))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (divide x q r) (< r 7)) (and (= x (+ (* 7 q) r)) (>= r 0)))))
(check-sat)
