; The sum of the first odd numbers is a square.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (loop 0 n 0))))
(assert (forall ((i Int) (n Int) (s Int)) (=> (and (loop i n s) (< i n)) (loop (+ i 1) n (+ s (* 2 i) 1)))))
(assert (forall ((i Int) (n Int) (s Int)) (=> (and (loop i n s) (>= i n) (not (= s (* n n)))) false)))
(check-sat)
