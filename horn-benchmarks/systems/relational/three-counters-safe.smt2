; Three counters with a linear law between them: z = x + 2y.
; Verdict by reasoning: z = x + 2y is inductive.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (loop 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (loop x y z) (loop (+ x 1) y (+ z 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (loop x y z) (loop x (+ y 1) (+ z 2)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (loop x y z) (= x 10) (= y 10) (distinct z 30)) false)))
(check-sat)
