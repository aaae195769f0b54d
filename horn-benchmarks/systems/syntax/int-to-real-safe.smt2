; Integers beside reals: to_real, to_int, is_int.
(set-logic HORN)
(declare-fun p (Int Real) Bool)
(assert (p 0 0.5))
(assert (forall ((n Int) (x Real)) (=> (p n x) (p (+ n 1) (+ (to_real n) 1.5)))))
(assert (forall ((n Int) (x Real)) (=> (and (p n x) (distinct (to_int x) n)) false)))
(assert (forall ((n Int) (x Real)) (=> (and (p n x) (is_int x)) false)))
(check-sat)
