; An equivalence between an atom and a constraint gives a clause in each direction.
; Verdict by reasoning: p is x >= 0.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (= (p x) (<= 0 x))))
(assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))
(check-sat)
