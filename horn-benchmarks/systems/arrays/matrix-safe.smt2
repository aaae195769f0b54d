; Arrays of arrays: a write in one row leaves the other rows alone.
(set-logic HORN)
(declare-fun p ((Array Int (Array Int Int)) Int) Bool)
(assert (forall ((m (Array Int (Array Int Int)))) (=> (= (select (select m 2) 2) 9) (p m 0))))
(assert (forall ((m (Array Int (Array Int Int))) (i Int))
  (=> (p m i) (p (store m 1 (store (select m 1) i 0)) (+ i 1)))))
(assert (forall ((m (Array Int (Array Int Int))) (i Int)) (=> (p m i) (= (select (select m 2) 2) 9))))
(check-sat)
