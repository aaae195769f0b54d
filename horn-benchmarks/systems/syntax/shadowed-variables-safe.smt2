; The same name for different variables, nested and side by side.
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (> x 0) (p x))))
(assert (forall ((x Int)) (=> (and (< x 0) (exists ((x Int)) (and (p x) (> x 7)))) (p (- x)))))
(assert (forall ((x Int) (x Int)) (=> (p x) (> x 0))))
(check-sat)
