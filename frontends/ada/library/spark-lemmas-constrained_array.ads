--  SPARK's library, Lemmas.Constrained_Array: an array each of whose components is less than the next one is in
--  order. That the relation is transitive must be evident.
generic
   type Index_Type is range <>;
   type Element_T is private;
   type A is array (Index_Type) of Element_T;
   with function Less (Arg1, Arg2 : Element_T) return Boolean;
package SPARK.Lemmas.Constrained_Array with SPARK_Mode, Ghost is
   procedure Lemma_Transitive_Order (Arr : A) with
     Import,
     Pre  => (for all I in Arr'Range => (if I /= Arr'First then Less (Arr (Index_Type'Pred (I)), Arr (I)))),
     Post => (for all I in Arr'Range => (for all J in Arr'Range => (if I < J then Less (Arr (I), Arr (J)))));
end SPARK.Lemmas.Constrained_Array;
