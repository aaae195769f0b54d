; Positive cells counted by a loop.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n 0))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (< i n)) (loop a (+ i 1) n (ite (> (select a i) 0) (+ s 1) s)))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (>= i n) (not (= s (agg.count a 0 n (lambda ((v Int)) (> v 0)))))) false)))
(check-sat)
