; Every cell of an array of any size becomes 2; the sum is twice the size.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (< i n)) (loop (store a i 2) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (>= i n) (not (= (agg.sum a 0 n) (* 2 n)))) false)))
(check-sat)
