; One cell more is asked for than the array has been filled with zeros.
(set-logic HORN)
(declare-fun inv (Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (=> (>= n 0) (inv n 0 a))))
(assert (forall ((n Int) (i Int) (a (Array Int Int))) (=> (and (inv n i a) (< i n)) (inv n (+ i 1) (store a i 0)))))
(assert (forall ((n Int) (i Int) (a (Array Int Int)) (j Int))
  (=> (and (inv n i a) (>= i n) (<= 0 j) (<= j n) (not (= (select a j) 0))) false)))
(check-sat)
