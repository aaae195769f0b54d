--  A formal vector has a capacity, and its elements stay in order.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Vectors;
procedure Formal_Vectors is
   package Vectors is new SPARK.Containers.Formal.Vectors (Positive, Integer);
   use Vectors;
   V, W  : Vector (3);
   Total : Integer := 0;
begin
   Append (V, 1);
   Append (V, 2);
   Prepend (V, 3);
   pragma Assert (Element (V, 1) = 3 and Element (V, 2) = 1 and Element (V, 3) = 2);
   for E of V loop
      Total := Total + E;
   end loop;
   pragma Assert (Total = 6);
   pragma Assert (for all E of V => E in 1 .. 3);
   pragma Assert (for some I in V => Element (V, I) = 3 and I = 1);
   W := V;
   Delete_First (V);
   Swap (V, 1, 2);
   pragma Assert (Element (V, 1) = 2 and Length (V) = 2);
   pragma Assert (W /= V and Contains (W, 3) and not Contains (V, 3));
   declare
      E : constant access Integer := Reference (V, 2);
   begin
      pragma Assert (E.all = 1);
      E.all := 9;
   end;
   pragma Assert (Last_Element (V) = 9 and Find_Index (V, 9) = 2);
   Append (W, 4);  --  fails: VC_PRECONDITION
end Formal_Vectors;
