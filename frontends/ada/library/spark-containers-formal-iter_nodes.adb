package body SPARK.Containers.Formal.Iter_Nodes with SPARK_Mode is
   function Place (Nodes : Node_Array; Node : Integer) return Count_Type is
   begin
      for I in Nodes'Range loop
         if Nodes (I) = Node then
            pragma Assume (for all J in Nodes'Range => (if J /= I then Nodes (J) /= Node));
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => Nodes (J) /= Node);
      end loop;
      return 0;
   end Place;

   function Any_Nodes (Last : Count_Type; Capacity : Count_Type) return Node_Array is
      Result : Node_Array (1 .. Last) := (others => 0);
   begin
      for I in Result'Range loop
         Result (I) := Other_Node (Result, I - 1, Capacity);
         pragma Loop_Invariant (for all J in 1 .. I => Result (J) in 1 .. Integer (Capacity));
         pragma Loop_Invariant (for all J in 1 .. I => (for all K in 1 .. J - 1 => Result (K) /= Result (J)));
      end loop;
      return Result;
   end Any_Nodes;
end SPARK.Containers.Formal.Iter_Nodes;
