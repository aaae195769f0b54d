; One cell is written again and again, a second one stays as it was.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (=> (= (select a 1) 5) (loop a 0))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (< i 50)) (loop (store a 0 i) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (distinct (select a 1) 5)) false)))
(check-sat)
