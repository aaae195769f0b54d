; Division by 7 through repeated subtraction that goes one step too far at a multiple of 7.
(set-logic HORN)
(declare-fun divide (Int Int Int) Bool)
(assert (forall ((x Int)) (=> (>= x 20) (divide x 0 x))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (divide x q r) (> r 7)) (divide x (+ q 1) (- r 7)))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (divide x q r) (<= r 7)) (< r 7))))
(check-sat)
