; A moving write hits the cell that is claimed to stay as it was.
; Verdict by reasoning: the write of 7 to cell 7 is step 8.
(set-logic HORN)
(declare-fun loop ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (=> (= (select a 7) 5) (loop a 0))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (< i 50)) (loop (store a i i) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (loop a i) (distinct (select a 7) 5)) false)))
(check-sat)
