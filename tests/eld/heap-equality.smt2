; Two heaps without cells are one. An encoding with cells beyond those allocated would tell them apart.
(set-logic HORN)
(declare-heap Heap Addr Range Obj
  (O_Int 0)
  ((Obj 0))
  (((O_Int (int Int)) (O_Addr (addr Addr)))))
(assert (forall ((g Heap) (h Heap))
  (=> (and (not (heap.valid g ((as heap.addr Addr) 1))) (not (heap.valid h ((as heap.addr Addr) 1))) (not (= g h))) false)))
(check-sat)
