; Nobody said that the address is valid: null reads the default object.
(set-logic HORN)
(declare-heap Heap Addr Range Obj
  (O_Int 0)
  ((Obj 0))
  (((O_Int (int Int)))))
(declare-fun one (Heap Addr) Bool)
(declare-fun two (Heap Addr) Bool)
(assert (forall ((h Heap) (a Addr))
  (=> (and (= h (as heap.empty Heap)) (= a (as heap.null Addr))) (one h a))))
(assert (forall ((h Heap) (a Addr)) (=> (one h a) (two (heap.write h a (O_Int 2)) a))))
(assert (forall ((h Heap) (a Addr)) (=> (and (two h a) (not (= (heap.read h a) (O_Int 2)))) false)))
(check-sat)
