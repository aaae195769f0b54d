; The product of the cells.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n 1))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (< i n)) (loop a (+ i 1) n (* s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (>= i n) (not (= s (agg.product a 0 n)))) false)))
(check-sat)
