; A recursive sum with two calls, one of them trivial, 50 calls deep.
(set-logic HORN)
(declare-fun sum (Int Int) Bool)
(assert (sum 0 0))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 0) (sum (- n 1) a) (sum 0 b)) (sum n (+ a b n)))))
(assert (forall ((s Int)) (=> (and (sum 50 s) (= s 1275)) false)))
(check-sat)
