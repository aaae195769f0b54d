; A loop compares neighbours and tells whether the array is sorted. It begins one pair too late.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Bool) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 2 n true))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (f Bool)) (=> (and (loop a i n f) (< i n)) (loop a (+ i 1) n (and f (<= (select a (- i 1)) (select a i)))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (f Bool)) (=> (and (loop a i n f) (>= i n) (not (= f (agg.sorted a 0 n)))) false)))
(check-sat)
