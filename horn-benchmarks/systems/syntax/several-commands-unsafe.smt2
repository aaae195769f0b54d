; Commands that change nothing, get-model after check-sat, comments everywhere.
(set-info :status unsat) ; as it happens
(set-logic HORN) ; a comment ( with a bracket
(set-option :print-success false)
(declare-fun p (Int) ; in the middle
  Bool)
(declare-const q Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) ;; again
  q)))
(assert (=> q false))
(check-sat)
(get-info :reason-unknown)
(exit)
