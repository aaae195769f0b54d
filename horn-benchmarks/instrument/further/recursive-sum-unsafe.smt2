; The sum as a recursive function. The cells are subtracted.
(set-logic HORN)
(define-fun-rec total ((a (Array Int Int)) (l Int) (u Int)) Int (ite (>= l u) 0 (+ (select a l) (total a (+ l 1) u))))
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n 0))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (< i n)) (loop a (+ i 1) n (- s (select a i))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (s Int)) (=> (and (loop a i n s) (>= i n) (not (= s (total a 0 n)))) false)))
(check-sat)
