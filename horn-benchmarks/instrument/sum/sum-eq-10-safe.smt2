; The sum of 10 cells, added up by a loop.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int))) (=> true (loop a 0 0))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int)) (=> (and (loop a i s) (< i 10)) (loop a (+ i 1) (+ s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int)) (=> (and (loop a i s) (>= i 10) (not (= s (agg.sum a 0 10)))) false)))
(check-sat)
