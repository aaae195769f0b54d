; A loop in two phases: y stands still while x goes to 50, then follows it to 100.
; Verdict by reasoning: (x <= 50 and y = 50) or (50 <= x <= 100 and y = x) is inductive.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (loop 0 50))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (< x 50)) (loop (+ x 1) y))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (>= x 50) (< x 100)) (loop (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (>= x 100) (distinct y 100)) false)))
(check-sat)
