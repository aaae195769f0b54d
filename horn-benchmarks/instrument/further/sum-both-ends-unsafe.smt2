; A sum from both ends at once, either end one step. Both ends move, but one cell is added.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n n 0))))
(assert (forall ((a (Array Int Int)) (i Int) (j Int) (n Int) (s Int)) (=> (and (loop a i j n s) (< i j)) (loop a (+ i 1) (- j 1) n (+ s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (j Int) (n Int) (s Int)) (=> (and (loop a i j n s) (>= i j) (not (= s (agg.sum a 0 n)))) false)))
(check-sat)
