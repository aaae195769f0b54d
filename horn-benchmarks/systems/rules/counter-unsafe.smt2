; The rule and query commands: a counter that arrives at what the query asks for.
(declare-rel loop (Int))
(declare-rel bad ())
(declare-var x Int)
(rule (loop 0))
(rule (=> (and (loop x) (< x 7)) (loop (+ x 1))))
(rule (=> (and (loop x) (= x 7)) bad))
(query bad :print-certificate true)
