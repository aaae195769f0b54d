; Figure 1 of the paper on program instrumentation: triangular numbers, with a nonlinear claim. Here the sum is claimed to be the square.
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (loop 0 n 0))))
(assert (forall ((i Int) (n Int) (s Int)) (=> (and (loop i n s) (< i n)) (loop (+ i 1) n (+ s i 1)))))
(assert (forall ((i Int) (n Int) (s Int)) (=> (and (loop i n s) (>= i n) (not (= s (* n n)))) false)))
(check-sat)
