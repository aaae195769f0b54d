; Lengths of balanced words of brackets are even: empty, bracketed, or two in a row.
(set-logic HORN)
(declare-fun balanced (Int) Bool)
(assert (balanced 0))
(assert (forall ((a Int)) (=> (balanced a) (balanced (+ a 2)))))
(assert (forall ((a Int) (b Int)) (=> (and (balanced a) (balanced b)) (balanced (+ a b)))))
(assert (forall ((a Int)) (=> (balanced (+ (* 2 a) 1)) false)))
(check-sat)
