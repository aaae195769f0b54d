; An equivalence between an atom and a constraint also derives the atom.
; Verdict by reasoning: p has to hold for 6.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (= (p x) (<= 0 x))))
(assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))
(check-sat)
