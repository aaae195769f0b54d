; An assertion of true alone.
(set-logic HORN)
(assert true)
(check-sat)
