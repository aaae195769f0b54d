; A procedure that writes one cell, called twice: both writes are there.
(set-logic HORN)
(declare-fun set ((Array Int Int) Int Int (Array Int Int)) Bool)
(assert (forall ((a (Array Int Int)) (i Int) (v Int)) (set a i v (store a i v))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
  (=> (and (set a 1 10 b) (set b 2 20 c) (not (= (+ (select c 1) (select c 2)) 30))) false)))
(check-sat)
