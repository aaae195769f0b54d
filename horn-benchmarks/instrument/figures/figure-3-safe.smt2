; Figure 3 of the paper: every cell gets its index.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 0) (loop a 0 n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (< i n)) (loop (store a i i) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (not (< i n)) (not (forall ((k Int)) (=> (and (<= 0 k) (< k n)) (= (select a k) k))))) false)))
(check-sat)
