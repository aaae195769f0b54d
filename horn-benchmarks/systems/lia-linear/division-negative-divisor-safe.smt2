; Division by a negative constant: -7 = (-3) * 3 + 2.
(set-logic HORN)
(declare-fun result (Int Int Int) Bool)
(assert (forall ((x Int)) (result x (div x (- 3)) (mod x (- 3)))))
(assert (forall ((q Int) (r Int)) (=> (and (result (- 7) q r) (not (and (= q 3) (= r 2)))) false)))
(check-sat)
