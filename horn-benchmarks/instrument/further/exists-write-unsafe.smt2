; One of the cells written is the one looked for. It is the one that is skipped.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int) (x Int) (p Int)) (=> (and (<= 0 p) (< p n)) (loop a 0 n x p))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (x Int) (p Int)) (=> (and (loop a i n x p) (< i n)) (loop (store a i (ite (= i p) (+ x 1) (- x 1))) (+ i 1) n x p))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (x Int) (p Int)) (=> (and (loop a i n x p) (>= i n) (not (exists ((k Int)) (and (<= 0 k) (< k n) (= (select a k) x))))) false)))
(check-sat)
