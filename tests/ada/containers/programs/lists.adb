--  A cursor stays with its element, wherever others are inserted.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Doubly_Linked_Lists;
procedure Lists is
   package Lists_Of_Integers is new SPARK.Containers.Formal.Doubly_Linked_Lists (Integer);
   use Lists_Of_Integers;
   L    : List (4);
   C, D : Cursor;
begin
   Append (L, 1);
   Append (L, 2);
   C := Last (L);
   Prepend (L, 0);
   pragma Assert (Element (L, C) = 2);
   Insert (L, C, 5);
   D := Previous (L, C);
   pragma Assert (Element (L, D) = 5);
   Delete (L, D);
   pragma Assert (Length (L) = 3 and Element (L, Next (L, First (L))) = 1);
   D := Find (L, 9);
   pragma Assert (not Has_Element (L, D));
end Lists;
