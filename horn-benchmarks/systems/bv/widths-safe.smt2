; Concatenation and extension between widths: the upper half of a zero-extended byte is zero.
; Verdict by reasoning: the upper half is 0 in the fact and handed on by the rule.
(set-logic HORN)
(declare-fun p ((_ BitVec 8) (_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 8))) (p x ((_ zero_extend 8) x))))
(assert (forall ((x (_ BitVec 8)) (w (_ BitVec 16))) (=> (p x w) (p x (concat ((_ extract 15 8) w) x)))))
(assert (forall ((x (_ BitVec 8)) (w (_ BitVec 16))) (=> (and (p x w) (distinct ((_ extract 15 8) w) #x00)) false)))
(check-sat)
