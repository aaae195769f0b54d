; Multiplication by adding.
(set-logic HORN)
(declare-fun loop (Int Int Int Int) Bool)
(assert (forall ((n Int) (y Int)) (=> (>= n 1) (loop 0 n y 0))))
(assert (forall ((i Int) (n Int) (y Int) (s Int)) (=> (and (loop i n y s) (< i n)) (loop (+ i 1) n y (+ s y)))))
(assert (forall ((i Int) (n Int) (y Int) (s Int)) (=> (and (loop i n y s) (>= i n) (not (= s (* n y)))) false)))
(check-sat)
