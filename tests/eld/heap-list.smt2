; Cells are linked one after the other: the last one is always valid, and never null.
(set-logic HORN)
(declare-heap Heap Addr Range Obj
  (O_Int 0)
  ((Obj 0))
  (((O_Int (int Int)) (O_Node (next Addr)))))
(declare-fun loop (Heap Addr Int) Bool)
(assert (loop (as heap.empty Heap) (as heap.null Addr) 0))
(assert (forall ((h Heap) (a Addr) (n Int))
  (=> (loop h a n) (loop (allocHeap h (O_Node a)) (allocAddr h (O_Node a)) (+ n 1)))))
(assert (forall ((h Heap) (a Addr) (n Int))
  (=> (and (loop h a n) (> n 0) (or (not (heap.valid h a)) (= a (as heap.null Addr)))) false)))
(check-sat)
