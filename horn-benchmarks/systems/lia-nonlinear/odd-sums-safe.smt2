; The sum of three odd numbers is odd: a clause with three body atoms.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 1))
(assert (p (- 3)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x) (p y) (p z)) (p (+ x y z)))))
(assert (forall ((x Int)) (=> (and (p x) (= (mod x 2) 0)) false)))
(check-sat)
