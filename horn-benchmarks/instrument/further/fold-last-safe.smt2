; A fold of the user: the last cell that is not 0.
(set-logic HORN)
(define-aggregate last Int :operation (lambda ((x Int) (y Int)) (ite (= y 0) x y)) :unit 0)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n 0))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (< i n)) (loop a (+ i 1) n (ite (= (select a i) 0) s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (>= i n) (not (= s (last a 0 n)))) false)))
(check-sat)
