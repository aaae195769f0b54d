; Formulas as arguments of predicates: comparisons, connectives, quotients.
(set-logic HORN)
(declare-fun p (Bool Int) Bool)
(declare-fun q (Bool) Bool)
(assert (forall ((x Int)) (p (> x 0) x)))
(assert (forall ((b Bool) (x Int)) (=> (p b x) (q (and b (= (mod x 5) 3))))))
(assert (=> (q true) false))
(check-sat)
