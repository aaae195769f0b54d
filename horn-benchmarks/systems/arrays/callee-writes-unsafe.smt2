; A procedure that writes one cell, called twice with indices that may be the same.
(set-logic HORN)
(declare-fun set ((Array Int Int) Int Int (Array Int Int)) Bool)
(assert (forall ((a (Array Int Int)) (i Int) (v Int)) (set a i v (store a i v))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (i Int) (j Int))
  (=> (and (set a i 10 b) (set b j 20 c) (distinct (select c i) 10)) false)))
(check-sat)
