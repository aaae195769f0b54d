; A flag that alternates tells odd from even. It starts wrongly.
(set-logic HORN)
(declare-fun loop (Int Int Bool) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (loop 0 n true))))
(assert (forall ((i Int) (n Int) (f Bool)) (=> (and (loop i n f) (< i n)) (loop (+ i 1) n (not f)))))
(assert (forall ((i Int) (n Int) (f Bool)) (=> (and (loop i n f) (>= i n) (not (= f (= (mod n 2) 1)))) false)))
(check-sat)
