; An array copied has the same sum. The copy doubles the cells.
(set-logic HORN)
(declare-fun loop ((Array Int Int) (Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int)) (=> (>= n 1) (loop a b 0 n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (n Int)) (=> (and (loop a b i n) (< i n)) (loop a (store b i (* 2 (select a i))) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (n Int)) (=> (and (loop a b i n) (>= i n) (not (= (agg.sum a 0 n) (agg.sum b 0 n)))) false)))
(check-sat)
