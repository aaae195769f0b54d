; Each of n cells is n + 1, and a total of them that starts with n grows by that: it is n + i (n + 1) in front of round
; i, which is linear in neither.
(set-logic HORN)
(declare-fun fill (Int Int (Array Int Int)) Bool)
(declare-fun add (Int Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (=> (>= n 0) (fill n 0 a))))
(assert (forall ((n Int) (i Int) (a (Array Int Int)))
  (=> (and (fill n i a) (< i n)) (fill n (+ i 1) (store a i (+ n 1))))))
(assert (forall ((n Int) (i Int) (a (Array Int Int))) (=> (and (fill n i a) (>= i n)) (add n 0 n a))))
(assert (forall ((n Int) (i Int) (s Int) (a (Array Int Int)))
  (=> (and (add n i s a) (< i n)) (add n (+ i 1) (+ s (select a i)) a))))
(assert (forall ((n Int) (i Int) (s Int) (a (Array Int Int)))
  (=> (and (add n i s a) (>= i n) (not (= s (* n (+ n 2))))) false)))
(check-sat)
