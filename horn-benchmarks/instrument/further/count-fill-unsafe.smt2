; A cell counts if it holds c; all are made to. One is not.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int) (c Int)) (=> (>= n 1) (loop a 0 n c))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (c Int)) (=> (and (loop a i n c) (< i n)) (loop (store a i (ite (= i 1) (- c 1) c)) (+ i 1) n c))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (c Int)) (=> (and (loop a i n c) (>= i n) (not (= n (agg.count a 0 n (lambda ((v Int)) (= v c)))))) false)))
(check-sat)
