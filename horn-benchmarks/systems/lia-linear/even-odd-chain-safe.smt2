; Two predicates that call each other along the number line: even numbers are never reached as odd ones.
(set-logic HORN)
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
(assert (even 0))
(assert (forall ((x Int)) (=> (even x) (odd (+ x 1)))))
(assert (forall ((x Int)) (=> (odd x) (even (+ x 1)))))
(assert (forall ((x Int)) (=> (and (odd x) (= (mod x 2) 0)) false)))
(check-sat)
