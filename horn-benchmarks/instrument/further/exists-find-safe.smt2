; Linear search sets a flag; it says whether the element is there.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int Bool) Bool)
(assert (forall ((a (Array Int Int)) (n Int) (x Int)) (=> (>= n 1) (loop a 0 n x false))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (x Int) (f Bool)) (=> (and (loop a i n x f) (< i n)) (loop a (+ i 1) n x (or f (= (select a i) x))))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (x Int) (f Bool)) (=> (and (loop a i n x f) (>= i n) (not (= f (exists ((k Int)) (and (<= 0 k) (< k n) (= (select a k) x)))))) false)))
(check-sat)
