; A record of two fields as the only argument: both are updated together.
(set-logic HORN)
(declare-datatype Point ((point (x Int) (y Int))))
(declare-fun at (Point) Bool)
(assert (at (point 0 0)))
(assert (forall ((p Point)) (=> (at p) (at (point (+ (x p) 1) (- (y p) 1))))))
(assert (forall ((p Point)) (=> (at p) (= (+ (x p) (y p)) 0))))
(check-sat)
