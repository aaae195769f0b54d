; A derivation with values of every sort, used twice by one clause.
(declare-datatypes ((|my list| 0)) (((nil) (cons (head Int) (tail |my list|)))))
(declare-fun |q r| (Int Bool (_ BitVec 8) Real (Array Int Int) |my list|) Bool)
(declare-fun _p () Bool)
(assert (|q r| (- 3) true #xf4 (/ 1 16) (store ((as const (Array Int Int)) 0) 1 5) (cons (- 1) nil)))
(assert (forall ((i Int) (b Bool) (v (_ BitVec 8)) (r Real) (a (Array Int Int)) (l |my list|))
  (=> (and (|q r| i b v r a l) (|q r| i b v r a l) (= l (cons (- 1) nil))) _p)))
(assert (=> _p false))
