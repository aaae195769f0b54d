; The greatest element of an array of any size, found by a loop. The loop compares the wrong way round.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 1 (select a 0) n))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int) (n Int)) (=> (and (loop a i s n) (< i n)) (loop a (+ i 1) (ite (> (select a i) s) s (select a i)) n))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int) (n Int)) (=> (and (loop a i s n) (>= i n) (not (= s (agg.max a 0 n)))) false)))
(check-sat)
