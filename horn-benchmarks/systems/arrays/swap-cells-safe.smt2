; Two cells of an array are swapped for ever; their sum is kept.
(set-logic HORN)
(declare-fun loop ((Array Int Int)) Bool)
(assert (forall ((a (Array Int Int))) (=> (and (= (select a 0) 3) (= (select a 1) 4)) (loop a))))
(assert (forall ((a (Array Int Int))) (=> (loop a) (loop (store (store a 0 (select a 1)) 1 (select a 0))))))
(assert (forall ((a (Array Int Int))) (=> (loop a) (= (+ (select a 0) (select a 1)) 7))))
(check-sat)
