; An array copied is equal on the interval.
(set-logic HORN)
(declare-fun loop ((Array Int Int) (Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int)) (=> (>= n 1) (loop a b 0 n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (n Int)) (=> (and (loop a b i n) (< i n)) (loop a (store b i (select a i)) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (n Int)) (=> (and (loop a b i n) (>= i n) (not (forall ((k Int)) (=> (and (<= 0 k) (< k n)) (= (select a k) (select b k)))))) false)))
(check-sat)
