; Every cell of an array of any size becomes c. One cell does not.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (c Int) (n Int)) (=> (>= n 1) (loop a 0 c n))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (n Int)) (=> (and (loop a i c n) (< i n)) (loop (store a i (ite (= i 5) (+ c 1) c)) (+ i 1) c n))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int) (n Int)) (=> (and (loop a i c n) (>= i n) (not (forall ((k Int)) (=> (and (<= 0 k) (< k n)) (= (select a k) c))))) false)))
(check-sat)
