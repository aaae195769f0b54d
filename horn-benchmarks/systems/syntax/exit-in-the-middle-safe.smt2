; What follows exit is not read, though it would refute and is not even well-formed.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (> x 0) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (= x 0)) false)))
(check-sat)
(exit)
(assert (forall ((x Int)) (=> (p x) false)))
(undeclared 1 2
