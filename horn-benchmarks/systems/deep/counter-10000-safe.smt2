; The same counter never goes past 10000.
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (forall ((s Int)) (=> (= s 7) (loop s s))))
(assert (forall ((x Int) (s Int)) (=> (and (loop x s) (< x (+ s 10000))) (loop (+ x 1) s))))
(assert (forall ((x Int) (s Int)) (=> (and (loop x s) (> x (+ s 10000))) false)))
(check-sat)
