; A sieve over an array of Booleans crosses out 9 as a multiple of 3.
(set-logic HORN)
(declare-fun cross ((Array Int Bool) Int) Bool)
(assert (cross ((as const (Array Int Bool)) true) 3))
(assert (forall ((a (Array Int Bool)) (i Int)) (=> (cross a i) (cross (store a i false) (+ i 3)))))
(assert (forall ((a (Array Int Bool)) (i Int)) (=> (and (cross a i) (not (select a 9)) (select a 8)) false)))
(check-sat)
