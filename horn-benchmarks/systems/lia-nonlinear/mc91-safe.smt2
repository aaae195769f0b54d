; McCarthy's 91 function returns 91 for every argument up to 101.
(set-logic HORN)
(declare-fun mc91 (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (mc91 n (- n 10)))))
(assert (forall ((n Int) (m Int) (r Int)) (=> (and (<= n 100) (mc91 (+ n 11) m) (mc91 m r)) (mc91 n r))))
(assert (forall ((n Int) (r Int)) (=> (and (mc91 n r) (<= n 101)) (= r 91))))
(check-sat)
