; A clause with four body atoms builds 16 out of ones.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 1))
(assert (forall ((a Int) (b Int) (c Int) (d Int)) (=> (and (p a) (p b) (p c) (p d)) (p (+ a b c d)))))
(assert (forall ((x Int)) (=> (and (p x) (>= x 16)) false)))
(check-sat)
