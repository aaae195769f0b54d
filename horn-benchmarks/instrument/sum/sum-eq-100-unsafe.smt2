; The sum of 100 cells, added up by a loop. The first cell is left out.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int))) (=> true (loop a 1 0))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int)) (=> (and (loop a i s) (< i 100)) (loop a (+ i 1) (+ s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int)) (=> (and (loop a i s) (>= i 100) (not (= s (agg.sum a 0 100)))) false)))
(check-sat)
