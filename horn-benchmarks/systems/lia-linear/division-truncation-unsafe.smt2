; Division of a negative number claimed to round towards zero, which it does not.
(set-logic HORN)
(declare-fun halve (Int Int) Bool)
(assert (forall ((x Int)) (halve x (div x 4))))
(assert (forall ((q Int)) (=> (halve (- 7) q) (= q (- 1)))))
(check-sat)
