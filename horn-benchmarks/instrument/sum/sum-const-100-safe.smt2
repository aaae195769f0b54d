; Every cell of 100 cells becomes 2; the sum is twice the size.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (=> true (loop a 0))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (< i 100)) (loop (store a i 2) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (>= i 100) (not (= (agg.sum a 0 100) 200))) false)))
(check-sat)
