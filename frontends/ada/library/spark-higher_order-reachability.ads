--  SPARK's library, Higher_Order.Reachability: which cells of a memory, an array whose cells name one other cell or
--  none, can be reached from one of them. The recursive definitions are known, whether they are asked for or not.
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Functional.Infinite_Sequences;
with SPARK.Containers.Functional.Sets;

generic
   type Index_Type is range <>;
   No_Index : Index_Type'Base;
   type Cell_Type is private;
   type Memory_Type is array (Index_Type range <>) of Cell_Type;
   with function Next (C : Cell_Type) return Index_Type'Base;
   with package Memory_Index_Sets is new SPARK.Containers.Functional.Sets (Index_Type, others => <>);
   with package Memory_Index_Sequences is new
     SPARK.Containers.Functional.Infinite_Sequences (Index_Type, others => <>);
   Automatically_Instantiate_Definitions : Boolean := True;
package SPARK.Higher_Order.Reachability with SPARK_Mode is
   --  Each cell names a cell of the memory, or none.
   function Valid_Memory (M : Memory_Type) return Boolean is
     (No_Index not in M'Range and then (for all C of M => Next (C) = No_Index or else Next (C) in M'Range));

   --  Whether one comes to an end.
   function Is_Acyclic (X : Index_Type'Base; M : Memory_Type) return Boolean with
     Pre => Valid_Memory (M) and then (X = No_Index or else X in M'Range);

   --  The cells that one comes by, as a set, and in the opposite order.
   function Reachable_Set (X : Index_Type'Base; M : Memory_Type) return Memory_Index_Sets.Set with
     Pre => Valid_Memory (M) and then (X = No_Index or else X in M'Range) and then Is_Acyclic (X, M);
   function Model (X : Index_Type'Base; M : Memory_Type) return Memory_Index_Sequences.Sequence with
     Pre => Valid_Memory (M) and then (X = No_Index or else X in M'Range) and then Is_Acyclic (X, M);

   procedure Lemma_Is_Acyclic_Def (X : Index_Type'Base; M : Memory_Type) is null with
     Pre => Valid_Memory (M) and then (X = No_Index or else X in M'Range);
   procedure Lemma_Reachable_Def (X : Index_Type'Base; M : Memory_Type) is null with
     Pre => Valid_Memory (M) and then (X = No_Index or else X in M'Range) and then Is_Acyclic (X, M);
   procedure Lemma_Model_Def (X : Index_Type'Base; M : Memory_Type) is null with
     Pre => Valid_Memory (M) and then (X = No_Index or else X in M'Range) and then Is_Acyclic (X, M);

   procedure Disclose_Is_Acyclic is null;
   procedure Disclose_Reachable is null;
   procedure Disclose_Model is null;
   procedure Disclose_Recursive_Definitions is null;
end SPARK.Higher_Order.Reachability;
