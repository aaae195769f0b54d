--  Unbounded formal containers have room for as many elements as can be counted.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Unbounded_Doubly_Linked_Lists;
with SPARK.Containers.Formal.Unbounded_Hashed_Maps;
with SPARK.Containers.Formal.Unbounded_Hashed_Sets;
with SPARK.Containers.Formal.Unbounded_Ordered_Maps;
with SPARK.Containers.Formal.Unbounded_Ordered_Sets;
with SPARK.Containers.Formal.Unbounded_Vectors;
procedure Unbounded_Containers with SPARK_Mode is
   function Hash (X : Integer) return Hash_Type is (Hash_Type'Mod (X));
   package Lists is new SPARK.Containers.Formal.Unbounded_Doubly_Linked_Lists (Integer);
   package Maps is new SPARK.Containers.Formal.Unbounded_Hashed_Maps (Integer, Integer, Hash);
   package Sets is new SPARK.Containers.Formal.Unbounded_Hashed_Sets (Integer, Hash);
   package Sorted_Maps is new SPARK.Containers.Formal.Unbounded_Ordered_Maps (Integer, Integer);
   package Sorted_Sets is new SPARK.Containers.Formal.Unbounded_Ordered_Sets (Integer);
   package Vectors is new SPARK.Containers.Formal.Unbounded_Vectors (Positive, Integer);
   use Lists, Maps, Sets, Sorted_Maps, Sorted_Sets, Vectors;

   procedure Put (L : in out List; X : Integer) with Pre => Length (L) < 100 is
   begin
      Append (L, X);
      pragma Assert (Last_Element (L) = X);
   end Put;

   L : List;
   M : Maps.Map;
   S : Sets.Set;
   N : Sorted_Maps.Map := Empty_Map;
   T : Sorted_Sets.Set := Empty_Set;
   V : Vector := Empty_Vector;
begin
   Put (L, 3);
   Put (L, 4);
   Insert (M, 1, 10);
   Insert (M, 2, 20);
   Include (S, 5);
   Include (S, 5);
   Insert (N, 2, 20);
   Insert (N, 1, 10);
   Insert (T, 2);
   Insert (T, 1);
   Append (V, 7);
   pragma Assert (Length (L) = 2 and Lists.Formal_Model.M.Get (Lists.Formal_Model.Model (L), 1) = 3);
   pragma Assert (Element (M, 1) = 10 and not Contains (M, 3));
   pragma Assert (Length (S) = 1 and Length (V) = 1);
   pragma Assert (First_Key (N) = 1 and Last_Element (N) = 20);
   pragma Assert (First_Element (T) = 1);
   Insert (M, 1, 11);  --  open
end Unbounded_Containers;
