; The towers of Hanoi with six discs need 63 moves, not fewer than 60.
(set-logic HORN)
(declare-fun hanoi (Int Int) Bool)
(assert (hanoi 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 0) (hanoi (- n 1) a) (hanoi (- n 1) b)) (hanoi n (+ a b 1)))))
(assert (forall ((m Int)) (=> (hanoi 6 m) (< m 60))))
(check-sat)
