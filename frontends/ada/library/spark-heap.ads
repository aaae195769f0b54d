--  SPARK's library, Heap: the memory that allocators take, as a name for flow contracts.
package SPARK.Heap with SPARK_Mode, Abstract_State => Dynamic_Memory is
end SPARK.Heap;
