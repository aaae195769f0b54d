; Every cell of an array of any size gets a value of at least c, so the least is at least c. A value of c - 1 may come first.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (c Int) (n Int)) (=> (>= n 1) (loop a 0 c n))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (n Int) (x Int)) (=> (and (loop a i c n) (< i n) (or (>= x c) (and (= i 0) (= x (- c 1))))) (loop (store a i x) (+ i 1) c n))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (n Int)) (=> (and (loop a i c n) (>= i n) (not (>= (agg.min a 0 n) c))) false)))
(check-sat)
