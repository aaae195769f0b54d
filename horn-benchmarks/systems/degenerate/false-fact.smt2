; An assertion of false alone.
(set-logic HORN)
(assert false)
(check-sat)
