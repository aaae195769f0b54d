; McCarthy's 91 function claimed not to return 91 for 95: six nested calls refute it.
(set-logic HORN)
(declare-fun mc91 (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (mc91 n (- n 10)))))
(assert (forall ((n Int) (m Int) (r Int)) (=> (and (<= n 100) (mc91 (+ n 11) m) (mc91 m r)) (mc91 n r))))
(assert (forall ((r Int)) (=> (and (mc91 95 r) (= r 91)) false)))
(check-sat)
