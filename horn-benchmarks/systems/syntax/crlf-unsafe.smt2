; Lines that end in carriage return and line feed, where a lost line end would hide a clause in a comment.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0)) ; a fact
(assert (forall ((x Int)) (=> (p x) (p (+ x 1))))) ; a step
(assert (forall ((x Int)) (=> (and (p x) (> x 2)) false))) ; the query
(check-sat)
