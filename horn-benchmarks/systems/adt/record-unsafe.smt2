; A record with a Boolean field: the flag is set in the third step and the sum goes wrong.
(set-logic HORN)
(declare-datatype Point ((point (x Int) (y Int) (flag Bool))))
(declare-fun at (Point) Bool)
(assert (at (point 0 0 false)))
(assert (forall ((p Point)) (=> (at p) (at (point (+ (x p) 1) (ite (flag p) (y p) (- (y p) 1)) (>= (x p) 2))))))
(assert (forall ((p Point)) (=> (at p) (= (+ (x p) (y p)) 0))))
(check-sat)
