; The greatest element of 100 cells, found by a loop. The loop compares the wrong way round.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int))) (=> true (loop a 1 (select a 0)))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int)) (=> (and (loop a i s) (< i 100)) (loop a (+ i 1) (ite (> (select a i) s) s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int)) (=> (and (loop a i s) (>= i 100) (not (= s (agg.max a 0 100)))) false)))
(check-sat)
