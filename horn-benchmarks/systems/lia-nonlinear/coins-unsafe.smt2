; Sums of coins of 6, 9 and 20: 43 cannot be paid, but 44 can.
(set-logic HORN)
(declare-fun pay (Int) Bool)
(assert (pay 6))
(assert (pay 9))
(assert (pay 20))
(assert (forall ((x Int) (y Int)) (=> (and (pay x) (pay y)) (pay (+ x y)))))
(assert (forall ((x Int)) (=> (and (pay x) (= x 44)) false)))
(check-sat)
