; Lists of length five exist.
(set-logic HORN)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-fun length (List Int) Bool)
(assert (length nil 0))
(assert (forall ((x Int) (l List) (n Int)) (=> (length l n) (length (cons x l) (+ n 1)))))
(assert (forall ((l List) (n Int)) (=> (and (length l n) (= n 5)) false)))
(check-sat)
