; Ackermann's function of 2 and 2 is 7, which is claimed not to be so.
(set-logic HORN)
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (ack 0 n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
(assert (forall ((m Int) (n Int) (k Int) (r Int)) (=> (and (> m 0) (> n 0) (ack m (- n 1) k) (ack (- m 1) k r)) (ack m n r))))
(assert (forall ((r Int)) (=> (and (ack 2 2 r) (= r 7)) false)))
(check-sat)
