; Every cell of 10 cells gets a value of at most c, so the greatest is at most c. The last cell gets a value above.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (c Int)) (=> true (loop a 0 c))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (x Int)) (=> (and (loop a i c) (< i 10) (ite (= i 9) (= x (+ c 1)) (<= x c))) (loop (store a i x) (+ i 1) c))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int)) (=> (and (loop a i c) (>= i 10) (not (<= (agg.max a 0 10) c))) false)))
(check-sat)
