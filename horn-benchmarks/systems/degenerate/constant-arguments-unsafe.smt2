; Numbers and terms as arguments of atoms in head and body.
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (p 1 2))
(assert (forall ((x Int)) (=> (p x (+ x 1)) (p (+ x 1) (* 2 x)))))
(assert (=> (p 2 2) false))
(check-sat)
