; The sum of the magnitudes. Negative cells are left out.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n 0))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (< i n)) (loop a (+ i 1) n (+ s (ite (< (select a i) 0) 0 (select a i)))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (>= i n) (not (= s (agg.sum a 0 n (lambda ((v Int)) (ite (>= v 0) v (- v))))))) false)))
(check-sat)
