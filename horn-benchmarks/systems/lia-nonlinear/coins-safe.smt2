; Sums of coins of 3 and 5: neither 4 nor 7 can be paid.
(set-logic HORN)
(declare-fun pay (Int) Bool)
(assert (pay 3))
(assert (pay 5))
(assert (forall ((x Int) (y Int)) (=> (and (pay x) (pay y)) (pay (+ x y)))))
(assert (forall ((x Int)) (=> (and (pay x) (or (= x 4) (= x 7))) false)))
(check-sat)
