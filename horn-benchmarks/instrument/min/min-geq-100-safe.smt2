; Every cell of 100 cells gets a value of at least c, so the least is at least c.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (c Int)) (=> true (loop a 0 c))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (x Int)) (=> (and (loop a i c) (< i 100) (>= x c)) (loop (store a i x) (+ i 1) c))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int)) (=> (and (loop a i c) (>= i 100) (not (>= (agg.min a 0 100) c))) false)))
(check-sat)
