; Steps of three keep the remainder modulo three.
(set-logic HORN)
(declare-fun walk (Int Int) Bool)
(assert (forall ((x Int)) (walk x x)))
(assert (forall ((x Int) (y Int)) (=> (walk x y) (walk x (+ y 3)))))
(assert (forall ((x Int) (y Int)) (=> (and (walk x y) (distinct (mod x 3) (mod y 3))) false)))
(check-sat)
