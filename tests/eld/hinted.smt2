; x is y times y: no linear invariant helps, so it has to be given.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x (* 2 y) 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (not (= x (* y y)))) false)))
(check-sat)
