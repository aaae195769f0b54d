; Two nested loops of twelve rounds each: the body has run 144 times at the end.
; Verdict by reasoning: 12 * 12 = 144.
(set-logic HORN)
(declare-fun outer (Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)
(assert (outer 0 0))
(assert (forall ((i Int) (s Int)) (=> (and (outer i s) (< i 12)) (inner i 0 s))))
(assert (forall ((i Int) (j Int) (s Int)) (=> (and (inner i j s) (< j 12)) (inner i (+ j 1) (+ s 1)))))
(assert (forall ((i Int) (j Int) (s Int)) (=> (and (inner i j s) (>= j 12)) (outer (+ i 1) s))))
(assert (forall ((i Int) (s Int)) (=> (and (outer i s) (>= s 144)) false)))
(check-sat)
