; Division and remainder of negative numbers: the remainder is never negative.
(set-logic HORN)
(declare-fun halve (Int Int Int) Bool)
(assert (forall ((x Int)) (=> (and (<= (- 9) x) (<= x 9)) (halve x (div x 4) (mod x 4)))))
(assert (forall ((x Int) (q Int) (r Int)) (=> (and (halve x q r) (or (< r 0) (> r 3) (distinct x (+ (* 4 q) r)))) false)))
(assert (forall ((q Int) (r Int)) (=> (halve (- 7) q r) (and (= q (- 2)) (= r 1)))))
(check-sat)
