; The sum of an array of any size, added up by a loop. The first cell is left out.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 1 0 n))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int) (n Int)) (=> (and (loop a i s n) (< i n)) (loop a (+ i 1) (+ s (select a i)) n))))
(assert (forall ((a (Array Int Int)) (i Int) (s Int) (n Int)) (=> (and (loop a i s n) (>= i n) (not (= s (agg.sum a 0 n)))) false)))
(check-sat)
