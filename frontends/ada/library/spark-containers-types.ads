--  SPARK's names for the types of Ada.Containers.
with Ada.Containers;
package SPARK.Containers.Types with Pure is
   subtype Hash_Type is Ada.Containers.Hash_Type;
   subtype Count_Type is Ada.Containers.Count_Type;
   Capacity_Error : exception renames Ada.Containers.Capacity_Error;
end SPARK.Containers.Types;
