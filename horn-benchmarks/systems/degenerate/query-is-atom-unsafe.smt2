; Everything is claimed to be outside of p, and a fact says otherwise.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (not (p x))))
(assert (p 3))
(check-sat)
