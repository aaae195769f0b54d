; p counts from 0 to 2: `false` follows from p(2), in a derivation with one of everything.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (< x 2)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 2)) false)))
(check-sat)
