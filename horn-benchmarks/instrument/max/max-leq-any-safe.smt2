; Every cell of an array of any size gets a value of at most c, so the greatest is at most c.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (c Int) (n Int)) (=> (>= n 1) (loop a 0 c n))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (n Int) (x Int)) (=> (and (loop a i c n) (< i n) (<= x c)) (loop (store a i x) (+ i 1) c n))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (n Int)) (=> (and (loop a i c n) (>= i n) (not (<= (agg.max a 0 n) c))) false)))
(check-sat)
