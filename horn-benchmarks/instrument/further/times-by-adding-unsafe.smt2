; Multiplication by adding. One summand too many.
(set-logic HORN)
(declare-fun loop (Int Int Int Int) Bool)
(assert (forall ((n Int) (y Int)) (=> (>= n 1) (loop 0 n y y))))
(assert (forall ((i Int) (n Int) (y Int) (s Int)) (=> (and (loop i n y s) (< i n)) (loop (+ i 1) n y (+ s y)))))
(assert (forall ((i Int) (n Int) (y Int) (s Int)) (=> (and (loop i n y s) (>= i n) (not (= s (* n y)))) false)))
(check-sat)
