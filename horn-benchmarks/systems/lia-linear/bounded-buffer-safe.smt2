; Producer and consumer over a buffer of capacity c: what is in it is what went in minus what came out.
; Verdict by reasoning: k = in - out and 0 <= k <= c is inductive.
(set-logic HORN)
(declare-fun state (Int Int Int Int) Bool)
(assert (forall ((c Int)) (=> (>= c 1) (state 0 0 0 c))))
(assert (forall ((in Int) (out Int) (k Int) (c Int)) (=> (and (state in out k c) (< k c)) (state (+ in 1) out (+ k 1) c))))
(assert (forall ((in Int) (out Int) (k Int) (c Int)) (=> (and (state in out k c) (> k 0)) (state in (+ out 1) (- k 1) c))))
(assert (forall ((in Int) (out Int) (k Int) (c Int)) (=> (state in out k c) (and (<= out in) (<= (- in out) c)))))
(check-sat)
