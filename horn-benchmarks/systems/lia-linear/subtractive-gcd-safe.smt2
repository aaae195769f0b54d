; Euclid's algorithm by subtraction keeps both numbers positive.
(set-logic HORN)
(declare-fun gcd (Int Int) Bool)
(assert (forall ((a Int) (b Int)) (=> (and (> a 0) (> b 0)) (gcd a b))))
(assert (forall ((a Int) (b Int)) (=> (and (gcd a b) (> a b)) (gcd (- a b) b))))
(assert (forall ((a Int) (b Int)) (=> (and (gcd a b) (< a b)) (gcd a (- b a)))))
(assert (forall ((a Int) (b Int)) (=> (and (gcd a b) (<= (+ a b) 1)) false)))
(check-sat)
