; Numerals of forty digits: the sum of two of them, and a counter that runs between them.
(set-logic HORN)
(declare-fun at (Int) Bool)
(assert (at 1234567890123456789012345678901234567890))
(assert (forall ((x Int)) (=> (and (at x) (< x 1234567890123456789012345678901234567899)) (at (+ x 1)))))
(assert (forall ((x Int)) (=> (at x) (<= (* 2 x) 2469135780246913578024691357802469135798))))
(check-sat)
