; Two loops one after the other, the second undoes the first: y is back at its start.
; Verdict by reasoning: y = s + 3i and i >= 0 is inductive in both loops.
(set-logic HORN)
(declare-fun first (Int Int Int Int) Bool)
(declare-fun second (Int Int Int Int) Bool)
(assert (forall ((y Int) (n Int)) (=> (>= n 0) (first 0 y y n))))
(assert (forall ((i Int) (y Int) (s Int) (n Int)) (=> (and (first i y s n) (< i n)) (first (+ i 1) (+ y 3) s n))))
(assert (forall ((i Int) (y Int) (s Int) (n Int)) (=> (and (first i y s n) (>= i n)) (second i y s n))))
(assert (forall ((i Int) (y Int) (s Int) (n Int)) (=> (and (second i y s n) (> i 0)) (second (- i 1) (- y 3) s n))))
(assert (forall ((i Int) (y Int) (s Int) (n Int)) (=> (and (second i y s n) (<= i 0) (distinct y s)) false)))
(check-sat)
