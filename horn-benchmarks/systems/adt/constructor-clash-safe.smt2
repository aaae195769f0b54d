; Values of different constructors differ, and a constructor is injective.
(set-logic HORN)
(declare-datatypes ((Shape 0)) (((circle (radius Int)) (square (side Int)))))
(declare-fun p (Shape Shape) Bool)
(assert (forall ((r Int)) (p (circle r) (square r))))
(assert (forall ((r Int)) (p (circle r) (circle (+ r 1)))))
(assert (forall ((s Shape)) (=> (p s s) false)))
(check-sat)
