; Every cell of 10 cells becomes 2; the sum is twice the size. The claim forgets one cell.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (=> true (loop a 0))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (< i 10)) (loop (store a i 2) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (>= i 10) (not (= (agg.sum a 0 9) 20))) false)))
(check-sat)
