; Three cogwheels with 3, 5 and 7 teeth stand at 0 together again after 105 steps.
; Verdict by reasoning: 104 is the first number that is 2 modulo 3, 4 modulo 5 and 6 modulo 7.
(set-logic HORN)
(declare-fun wheels (Int Int Int Int) Bool)
(assert (wheels 1 1 1 1))
(assert (forall ((a Int) (b Int) (c Int) (n Int))
  (=> (wheels a b c n) (wheels (ite (= a 2) 0 (+ a 1)) (ite (= b 4) 0 (+ b 1)) (ite (= c 6) 0 (+ c 1)) (+ n 1)))))
(assert (forall ((n Int)) (=> (wheels 0 0 0 n) false)))
(check-sat)
