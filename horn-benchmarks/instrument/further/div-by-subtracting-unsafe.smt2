; Quotient and remainder by subtracting the divisor. The quotient is claimed to be one less.
(set-logic HORN)
(declare-fun loop (Int Int Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (>= x 0) (>= y 1)) (loop x y 0 x))))
(assert (forall ((x Int) (y Int) (q Int) (r Int)) (=> (and (loop x y q r) (>= r y)) (loop x y (+ q 1) (- r y)))))
(assert (forall ((x Int) (y Int) (q Int) (r Int)) (=> (and (loop x y q r) (< r y) (not (= q (div (- x 1) y)))) false)))
(check-sat)
