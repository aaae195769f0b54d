package body SPARK.Higher_Order.Reachability with SPARK_Mode is
   --  Whether one comes to an end in so many steps.
   function Ends (X : Index_Type'Base; M : Memory_Type; Steps : Big_Natural) return Boolean is
     (X = No_Index or else (Steps > 0 and then Ends (Next (M (X)), M, Steps - 1)))
   with
     Subprogram_Variant => (Decreases => Steps),
     Pre                => Valid_Memory (M) and then (X = No_Index or else X in M'Range);

   function Size (M : Memory_Type) return Big_Natural is
     (if M'Last < M'First then 0 else Big_Integer (M'Last) - Big_Integer (M'First) + 1);

   function Is_Acyclic (X : Index_Type'Base; M : Memory_Type) return Boolean is
   begin
      --  One who comes to an end comes to no cell twice, so by no more cells than there are.
      pragma Assume
        (X = No_Index or else Ends (Next (M (X)), M, Size (M) - 1) = Ends (Next (M (X)), M, Size (M)));
      return Ends (X, M, Size (M));
   end Is_Acyclic;

   function Reachable_Set (X : Index_Type'Base; M : Memory_Type) return Memory_Index_Sets.Set is
   begin
      if X = No_Index then
         return Memory_Index_Sets.Empty_Set;
      end if;
      pragma Assume (not Memory_Index_Sets.Contains (Reachable_Set (Next (M (X)), M), X));
      return Memory_Index_Sets.Add (Reachable_Set (Next (M (X)), M), X);
   end Reachable_Set;

   function Model (X : Index_Type'Base; M : Memory_Type) return Memory_Index_Sequences.Sequence is
   begin
      if X = No_Index then
         return Memory_Index_Sequences.Empty_Sequence;
      end if;
      return Memory_Index_Sequences.Add (Model (Next (M (X)), M), X);
   end Model;
end SPARK.Higher_Order.Reachability;
