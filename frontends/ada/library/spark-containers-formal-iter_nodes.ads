--  The nodes by which cursors of formal containers find their elements. SPARK's library has no such unit: it is for our
--  texts alone.
with Ada.Containers; use Ada.Containers;
package SPARK.Containers.Formal.Iter_Nodes with SPARK_Mode is
   type Node_Array is array (Count_Type range <>) of Integer;

   --  Where a node is, 0 if it is nowhere. No container has one twice.
   function Place (Nodes : Node_Array; Node : Integer) return Count_Type with
     Pre  => Nodes'First = 1,
     Post =>
       Place'Result <= Nodes'Last
       and then (for all I in Nodes'Range => (if I /= Place'Result then Nodes (I) /= Node))
       and then (if Place'Result > 0 then Nodes (Place'Result) = Node);

   --  A node that none of the first ones is.
   function Other_Node (Nodes : Node_Array; Last : Count_Type; Capacity : Count_Type) return Integer with
     Import,
     Post =>
       Other_Node'Result in 1 .. Integer (Capacity)
       and then (for all I in 1 .. Last => Nodes (I) /= Other_Node'Result);

   --  Any nodes.
   function Any_Nodes (Last : Count_Type; Capacity : Count_Type) return Node_Array with
     Pre  => Last <= Capacity,
     Post =>
       Any_Nodes'Result'First = 1
       and then Any_Nodes'Result'Last = Last
       and then (for all I in 1 .. Last => Any_Nodes'Result (I) in 1 .. Integer (Capacity))
       and then (for all I in 1 .. Last =>
                   (for all J in 1 .. I - 1 => Any_Nodes'Result (J) /= Any_Nodes'Result (I)));
end SPARK.Containers.Formal.Iter_Nodes;
