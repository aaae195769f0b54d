; A conjunction of atoms and a constraint as the head.
; Verdict by reasoning: p(3) and q(4) demand 4 < 4.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (=> (= x 3) (and (p x) (q (+ x 1))))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (q y)) (and (p y) (q x) (< y 4)))))
(check-sat)
