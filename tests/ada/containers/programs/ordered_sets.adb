--  An ordered set is in order, whatever was inserted first.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Ordered_Sets;
procedure Ordered_Sets is
   package Sets is new SPARK.Containers.Formal.Ordered_Sets (Integer);
   use Sets;
   S : Set (5);
   C : Cursor;
begin
   Insert (S, 5);
   Insert (S, 2);
   Include (S, 7);
   Include (S, 2);
   pragma Assert (Length (S) = 3);
   pragma Assert (First_Element (S) = 2 and Last_Element (S) = 7);
   C := Next (S, First (S));
   pragma Assert (Element (S, C) = 5);
   pragma Assert (Element (S, Floor (S, 6)) = 5 and Element (S, Ceiling (S, 6)) = 7);
   Delete (S, C);
   pragma Assert (C = No_Element);
   pragma Assert (not Contains (S, 5));
end Ordered_Sets;
