; Two heaps with one cell can be different.
(set-logic HORN)
(declare-heap Heap Addr Range Obj
  (O_Int 0)
  ((Obj 0))
  (((O_Int (int Int)) (O_Addr (addr Addr)))))
(declare-fun p (Heap Heap) Bool)
(assert (forall ((g Heap) (h Heap))
  (=> (and (not (heap.valid g ((as heap.addr Addr) 2))) (not (heap.valid h ((as heap.addr Addr) 2))) (not (= g h))
           (heap.valid g ((as heap.addr Addr) 1)) (heap.valid h ((as heap.addr Addr) 1))) (p g h))))
(assert (forall ((g Heap) (h Heap)) (=> (and (p g h) (= (heap.read g ((as heap.addr Addr) 1)) (O_Int 0))) false)))
(check-sat)
