; Two arrays of 100 cells added up in one loop.
(set-logic HORN)
(declare-fun loop ((Array Int Int) (Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> true (loop a b 0 0))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (s Int)) (=> (and (loop a b i s) (< i 100)) (loop a b (+ i 1) (+ s (select a i) (select b i))))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (s Int)) (=> (and (loop a b i s) (>= i 100) (not (= s (+ (agg.sum a 0 100) (agg.sum b 0 100))))) false)))
(check-sat)
