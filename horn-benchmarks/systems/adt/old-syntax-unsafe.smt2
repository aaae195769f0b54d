; The older form of declare-datatypes, and testers without underscore.
(set-logic HORN)
(declare-datatypes () ((List nil (cons (head Int) (tail List)))))
(declare-fun sum (List Int) Bool)
(assert (sum nil 0))
(assert (forall ((l List) (s Int)) (=> (and (is-cons l) (sum (tail l) s)) (sum l (+ s (head l))))))
(assert (forall ((l List) (s Int)) (=> (and (sum l s) (is-cons l) (is-cons (tail l)) (> (head l) 2) (= s 4)) false)))
(check-sat)
