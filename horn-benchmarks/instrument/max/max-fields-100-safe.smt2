; An array of 100 cells inside a record, beside a field with its greatest element so far.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (x Int)) (=> true (loop (store a 0 x) 1 x x))))
(assert (forall ((a (Array Int Int)) (i Int) (m Int) (x Int) (y Int)) (=> (and (loop a i m x) (< i 100)) (loop (store a i y) (+ i 1) (ite (> y m) y m) y))))
(assert (forall ((a (Array Int Int)) (i Int) (m Int) (x Int)) (=> (and (loop a i m x) (>= i 100) (not (and (= m (agg.max a 0 100)) (= x (select a 99))))) false)))
(check-sat)
