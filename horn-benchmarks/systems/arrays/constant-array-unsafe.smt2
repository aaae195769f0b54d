; An array that is 0 everywhere, and one write.
; Verdict by reasoning: the third step writes 2 to cell 4.
(set-logic HORN)
(declare-fun p ((Array Int Int) Int) Bool)
(assert (p ((as const (Array Int Int)) 0) 0))
(assert (forall ((a (Array Int Int)) (n Int)) (=> (and (p a n) (< n 3)) (p (store a (* 2 n) n) (+ n 1)))))
(assert (forall ((a (Array Int Int)) (n Int) (k Int)) (=> (and (p a n) (> (select a k) 1) (> k 2)) false)))
(check-sat)
