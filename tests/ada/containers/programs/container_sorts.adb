--  Vectors and lists that are sorted: in vectors the order of equivalent elements is open.
with Ada.Containers.Doubly_Linked_Lists;
with Ada.Containers.Indefinite_Vectors;
with Ada.Containers.Vectors;
procedure Container_Sorts is
   type Pair is record
      Key, Other : Integer;
   end record;
   function "<" (Left, Right : Pair) return Boolean is (Left.Key < Right.Key);
   package Numbers is new Ada.Containers.Vectors (Natural, Integer);
   package Up is new Numbers.Generic_Sorting;
   package Down is new Numbers.Generic_Sorting (">");
   package Pairs is new Ada.Containers.Vectors (Positive, Pair);
   package By_Key is new Pairs.Generic_Sorting;
   package Lists is new Ada.Containers.Doubly_Linked_Lists (Pair);
   package Stable is new Lists.Generic_Sorting;
   package Words is new Ada.Containers.Indefinite_Vectors (Positive, String);
   package Texts is new Words.Generic_Sorting;
   N : Numbers.Vector;
   P : Pairs.Vector;
   L : Lists.List;
   W : Words.Vector;

   procedure Nobody_Calls is
      Own : Lists.List;
   begin
      Own.Append ((2, 1));
      Own.Append ((2, 2));
      Own.Append ((1, 3));
      Stable.Sort (Own);
      pragma Assert (Own.First_Element = (1, 3) and Own.Last_Element = (2, 2));
      pragma Assert (not Stable.Is_Sorted (Own));  --  open
   end Nobody_Calls;
begin
   for I in 1 .. 4 loop
      N.Append (Integer'(I mod 3));
   end loop;
   Up.Sort (N);
   pragma Assert (N (0) = 0 and N (1) = 1 and N (2) = 1 and N (3) = 2 and Up.Is_Sorted (N));
   Down.Sort (N);
   pragma Assert (N (0) = 2 and N (3) = 0 and Down.Is_Sorted (N) and not Up.Is_Sorted (N));
   P.Append (Pair'(1, 1));
   P.Append (Pair'(1, 2));
   P.Append (Pair'(0, 3));
   By_Key.Sort (P);
   pragma Assert (P (1).Other = 3 and P (2).Other + P (3).Other = 3);
   L.Append ((2, 1));
   L.Append ((1, 2));
   L.Append ((2, 3));
   L.Append ((1, 4));
   Stable.Sort (L);
   pragma Assert (L.First_Element = (1, 2) and L.Last_Element = (2, 3));
   W.Append ("to");
   W.Append ("be");
   W.Append ("a");
   Texts.Sort (W);
   pragma Assert (W (1) = "a" and W (2) = "be" and W (3) = "to");
   pragma Assert (P (2).Other = 1);  --  open
end Container_Sorts;
