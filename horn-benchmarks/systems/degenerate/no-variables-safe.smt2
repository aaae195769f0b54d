; Clauses without variables and arithmetic on constants.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (=> (> (+ 2 2) 5) (p 7)))
(assert (p (- 7)))
(assert (=> (p 7) false))
(check-sat)
