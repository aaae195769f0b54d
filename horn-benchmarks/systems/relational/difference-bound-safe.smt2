; Two clocks that tick in any order but never drift apart by more than three.
(set-logic HORN)
(declare-fun clocks (Int Int) Bool)
(assert (clocks 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (clocks x y) (< (- x y) 3)) (clocks (+ x 1) y))))
(assert (forall ((x Int) (y Int)) (=> (and (clocks x y) (< (- y x) 3)) (clocks x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (clocks x y) (> (- x y) 3)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (clocks x y) (> (- y x) 3)) false)))
(check-sat)
