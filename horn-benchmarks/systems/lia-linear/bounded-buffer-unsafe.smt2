; Producer and consumer, where a full buffer is noticed one item too late.
(set-logic HORN)
(declare-fun state (Int Int Int Int) Bool)
(assert (forall ((c Int)) (=> (>= c 4) (state 0 0 0 c))))
(assert (forall ((in Int) (out Int) (k Int) (c Int)) (=> (and (state in out k c) (<= k c)) (state (+ in 1) out (+ k 1) c))))
(assert (forall ((in Int) (out Int) (k Int) (c Int)) (=> (and (state in out k c) (> k 0)) (state in (+ out 1) (- k 1) c))))
(assert (forall ((in Int) (out Int) (k Int) (c Int)) (=> (state in out k c) (and (<= out in) (<= (- in out) c)))))
(check-sat)
