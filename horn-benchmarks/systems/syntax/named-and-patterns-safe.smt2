; Annotations: names of assertions, patterns, weights, options and infos.
(set-logic HORN)
(set-info :source |written by hand|)
(set-option :produce-models true)
(declare-fun p (Int) Bool)
(assert (! (p 0) :named base))
(assert (! (forall ((x Int)) (! (=> (p x) (p (+ x 3))) :pattern ((p x)) :weight 2)) :named step))
(assert (forall ((x Int)) (=> (and (p x) (= x 1)) false)))
(check-sat)
