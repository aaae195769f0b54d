; Every cell of 100 cells becomes c. The cell in the middle does not.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (c Int)) (=> true (loop a 0 c))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int)) (=> (and (loop a i c) (< i 100)) (loop (store a i (ite (= i 5) (+ c 1) c)) (+ i 1) c))))
(assert (forall ((a (Array Int Int)) (i Int) (c Int)) (=> (and (loop a i c) (>= i 100) (not (forall ((k Int)) (=> (and (<= 0 k) (< k 100)) (= (select a k) c))))) false)))
(check-sat)
