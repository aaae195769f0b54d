; Predicates, but no clause at all.
(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q () Bool)
(check-sat)
