; The maximum of the first n cells, where the loop starts at the second and the first is forgotten.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (=> (> n 2) (loop a 1 0 n))))
(assert (forall ((a (Array Int Int)) (i Int) (m Int) (n Int))
  (=> (and (loop a i m n) (< i n)) (loop a (+ i 1) (ite (> (select a i) m) (select a i) m) n))))
(assert (forall ((a (Array Int Int)) (i Int) (m Int) (n Int) (k Int))
  (=> (and (loop a i m n) (= i n) (<= 0 k) (< k n) (> (select a k) m)) false)))
(check-sat)
