; Lines that end in carriage return and line feed, in comments and in a symbol between bars.
(set-logic HORN)
(declare-fun |one name| (Int) Bool)
; nothing here
(assert (forall ((x Int)) (=> (= x 0) (|one name| x))))
(assert (forall ((x Int)) (=> (and (|one name| x)
  (not (= x 0))) false))) ; the query
(check-sat)
