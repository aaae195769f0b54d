; Many equal cells, one that differs, and an address that is written to the heap itself.
(set-logic HORN)
(declare-heap Heap Addr Range Obj
  (O_Int 0)
  ((Obj 0))
  (((O_Int (int Int)) (O_Addr (addr Addr)))))
(declare-fun filled (Heap Addr) Bool)
(declare-fun linked (Heap Addr) Bool)
(assert (forall ((h Heap))
  (=> (= h (heap.heapRangePair_1 (heap.allocRange (as heap.empty Heap) (O_Int 7) 30))) (filled h (heap.nextAddr h (- 3))))))
(assert (forall ((h Heap) (a Addr)) (=> (filled h a) (linked (heap.write h a (O_Addr a)) a))))
(assert (forall ((h Heap) (a Addr)) (=> (and (linked h a) (= (heap.read h (addr (heap.read h a))) (O_Addr a))) false)))
(check-sat)
