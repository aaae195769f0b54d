; Two ways to double a number, by recursion, agree.
; Verdict by reasoning: r = 2n is inductive for both.
(set-logic HORN)
(declare-fun f (Int Int) Bool)
(declare-fun g (Int Int) Bool)
(assert (f 0 0))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (f (- n 1) r)) (f n (+ r 2)))))
(assert (g 0 0))
(assert (g 1 2))
(assert (forall ((n Int) (r Int)) (=> (and (> n 1) (g (- n 2) r)) (g n (+ r 4)))))
(assert (forall ((n Int) (r Int) (s Int)) (=> (and (f n r) (g n s) (distinct r s)) false)))
(check-sat)
