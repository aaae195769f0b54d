; The same variable twice in an atom, in head and body.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (=> (> x 0) (p x x))))
(assert (forall ((x Int)) (=> (p x x) (q x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (distinct x y)) false)))
(assert (forall ((x Int)) (=> (and (q x) (<= x 0)) false)))
(check-sat)
