--  What ordered sets do with each other and by keys; lists and vectors in the opposite order.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Doubly_Linked_Lists;
with SPARK.Containers.Formal.Ordered_Sets;
with SPARK.Containers.Formal.Vectors;
procedure Set_Operations with SPARK_Mode is
   type Entry_Type is record
      Key   : Natural;
      Value : Integer;
   end record;
   function Key (X : Entry_Type) return Natural is (X.Key);
   function "<" (X, Y : Entry_Type) return Boolean is (X.Key < Y.Key);
   package Entries is new SPARK.Containers.Formal.Ordered_Sets (Entry_Type);
   package Keys is new Entries.Generic_Keys (Natural, Key);
   package Sets is new SPARK.Containers.Formal.Ordered_Sets (Integer);
   package Lists is new SPARK.Containers.Formal.Doubly_Linked_Lists (Integer);
   package Vectors is new SPARK.Containers.Formal.Vectors (Positive, Integer);
   use Entries, Sets, Lists, Vectors;

   procedure Join (A, B : Sets.Set; X : Integer) with
     Pre => Length (A) < 100 and Length (B) < 100 and Contains (A, X) and not Contains (B, X)
   is
   begin
      pragma Assert (Contains (Union (A, B), X) and not Contains (Intersection (A, B), X));
      pragma Assert (Contains (Difference (A, B), X) and Contains (Symmetric_Difference (B, A), X));
      pragma Assert (Is_Subset (A, Union (A, B)));
      pragma Assert (Length (Union (A, B)) >= Length (B));
   end Join;

   E : Entries.Set (3);
   A : Sets.Set (4);
   B : Sets.Set (4);
   L : List (3);
   V : Vector (3);
   C : Lists.Cursor;
begin
   Insert (E, (Key => 7, Value => 1));
   Insert (E, (Key => 3, Value => 2));
   pragma Assert (Keys.Element (E, 7).Value = 1 and Keys.Contains (E, 3) and not Keys.Contains (E, 4));
   Keys.Exclude (E, 7);
   pragma Assert (Length (E) = 1 and then First_Element (E).Value = 2);

   Insert (A, 1);
   Insert (B, 2);
   Join (A, B, 1);
   Append (L, 1);
   Append (L, 2);
   Append (L, 1);
   C := Find (L, 2);
   Reverse_Elements (L);
   pragma Assert (Element (L, C) = 2 and First_Element (L) = 1);
   Swap (L, C, First (L));
   pragma Assert (Element (L, C) = 1 and First_Element (L) = 2);
   Append (V, 4);
   Append (V, 5);
   Reverse_Elements (V);
   pragma Assert (Element (V, 1) = 5 and Element (V, 2) = 4);
   pragma Assert (Reverse_Find_Index (V, 4) = 2);
   pragma Assert (Contains (Intersection (A, B), 1));  --  open
end Set_Operations;
