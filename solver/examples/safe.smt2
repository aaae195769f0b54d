; A counter goes up to 10 and no further.
(set-logic HORN)
(declare-fun count (Int) Bool)
(assert (count 0))
(assert (forall ((x Int)) (=> (and (count x) (< x 10)) (count (+ x 1)))))
(assert (forall ((x Int)) (=> (and (count x) (> x 10)) false)))
(check-sat)
