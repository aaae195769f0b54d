; Two arrays of an array of any size added up in one loop. Cells of the second are subtracted.
(set-logic HORN)
(declare-fun loop ((Array Int Int) (Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int)) (=> (>= n 1) (loop a b 0 0 n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (s Int) (n Int)) (=> (and (loop a b i s n) (< i n)) (loop a b (+ i 1) (+ s (- (select a i) (select b i))) n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (s Int) (n Int)) (=> (and (loop a b i s n) (>= i n) (not (= s (+ (agg.sum a 0 n) (agg.sum b 0 n))))) false)))
(check-sat)
