; The rule and query commands: a counter that does not go beyond its limit.
(declare-rel loop (Int))
(declare-rel bad ())
(declare-var x Int)
(declare-var y Int)
(rule (=> (= x 0) (loop x)) start)
(rule (=> (and (loop x) (< x 7) (= y (+ x 1))) (loop y)))
(rule (=> (and (loop x) (> x 7)) bad))
(query bad)
