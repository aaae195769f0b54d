; Two variables are swapped for ever: one is 1 and the other is 2.
(set-logic HORN)
(declare-fun pair (Int Int) Bool)
(assert (pair 1 2))
(assert (forall ((x Int) (y Int)) (=> (pair x y) (pair y x))))
(assert (forall ((x Int) (y Int)) (=> (and (pair x y) (= x y)) false)))
(check-sat)
