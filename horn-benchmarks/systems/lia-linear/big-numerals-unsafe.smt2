; Numerals beyond 64 bits whose low 64 bits agree are not the same number.
(set-logic HORN)
(declare-fun at (Int) Bool)
(assert (at 36893488147419103233))
(assert (forall ((x Int)) (=> (at x) (at (- x 18446744073709551616)))))
(assert (forall ((x Int)) (=> (and (at x) (= x 1)) false)))
(check-sat)
