; Fibonacci numbers are claimed to stay below n + 5: the seventh, 13, does not.
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (fib 0 0))
(assert (fib 1 1))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
(assert (forall ((n Int) (f Int)) (=> (and (fib n f) (> f (+ n 5))) false)))
(check-sat)
