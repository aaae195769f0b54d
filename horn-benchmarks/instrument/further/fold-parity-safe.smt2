; A fold of the user: whether an odd number of cells is positive.
(set-logic HORN)
(define-aggregate parity Bool :operation (lambda ((x Bool) (y Bool)) (xor x y)) :unit false :inverse (lambda ((x Bool)) x) :cell (lambda ((v Int)) (> v 0)))
(declare-fun loop ((Array Int Int) Int Int Bool) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (>= n 1) (loop a 0 n false))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (f Bool)) (=> (and (loop a i n f) (< i n)) (loop a (+ i 1) n (xor f (> (select a i) 0))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (f Bool)) (=> (and (loop a i n f) (>= i n) (not (= f (parity a 0 n)))) false)))
(check-sat)
