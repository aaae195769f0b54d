; The towers of Hanoi need at least as many moves as there are discs.
(set-logic HORN)
(declare-fun hanoi (Int Int) Bool)
(assert (hanoi 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 0) (hanoi (- n 1) a) (hanoi (- n 1) b)) (hanoi n (+ a b 1)))))
(assert (forall ((n Int) (m Int)) (=> (and (hanoi n m) (< m n)) false)))
(check-sat)
