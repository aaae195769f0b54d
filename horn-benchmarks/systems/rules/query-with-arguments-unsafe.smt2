; A query that is an atom with arguments: it asks whether some instance can be derived.
(declare-rel f (Int Int))
(declare-rel goal (Int))
(declare-var n Int)
(declare-var r Int)
(rule (f 0 1))
(rule (=> (f n r) (f (+ n 1) (+ r r))))
(rule (=> (and (f n r) (> r 100)) (goal n)))
(query goal)
