; The hare moves two steps for each of the tortoise and never falls behind.
(set-logic HORN)
(declare-fun race (Int Int) Bool)
(assert (race 0 0))
(assert (forall ((t Int) (h Int)) (=> (race t h) (race (+ t 1) (+ h 2)))))
(assert (forall ((t Int) (h Int)) (=> (and (race t h) (< h t)) false)))
(check-sat)
