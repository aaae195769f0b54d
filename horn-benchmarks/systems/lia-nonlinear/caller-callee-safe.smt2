; A procedure with a summary, called in a loop: increments are never lost.
(set-logic HORN)
(declare-fun increment (Int Int) Bool)
(declare-fun loop (Int Int) Bool)
(assert (forall ((x Int)) (increment x (+ x 1))))
(assert (loop 0 0))
(assert (forall ((i Int) (x Int) (y Int)) (=> (and (loop i x) (< i 100) (increment x y)) (loop (+ i 1) y))))
(assert (forall ((i Int) (x Int)) (=> (and (loop i x) (distinct i x)) false)))
(check-sat)
