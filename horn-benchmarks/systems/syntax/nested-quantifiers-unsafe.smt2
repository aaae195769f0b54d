; Quantifiers inside implications: a universal one in the head, an existential one in the body.
; Verdict by reasoning: q(-4, 11), so p(-4).
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int)) (=> (< x 0) (forall ((y Int)) (=> (> y x) (q x y))))))
(assert (forall ((x Int)) (=> (exists ((y Int)) (and (q x y) (> y 10))) (p x))))
(assert (not (exists ((x Int)) (and (p x) (< x (- 3))))))
(check-sat)
