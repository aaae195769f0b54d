; A loop stops at the first cell that holds x.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int) (x Int)) (=> (>= n 1) (loop a 0 n x))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (x Int)) (=> (and (loop a i n x) (< i n) (not (= (select a i) x))) (loop a (+ i 1) n x))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (x Int)) (=> (and (loop a i n x) (or (>= i n) (= (select a i) x)) (not (and (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (not (= (select a k) x)))) (or (= i n) (= (select a i) x))))) false)))
(check-sat)
