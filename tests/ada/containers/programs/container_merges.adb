--  Lists that are merged: of equivalent elements those of the target come first.
with Ada.Containers.Doubly_Linked_Lists;
with Ada.Containers.Indefinite_Doubly_Linked_Lists;
procedure Container_Merges is
   type Pair is record
      Key, Other : Integer;
   end record;
   function "<" (Left, Right : Pair) return Boolean is (Left.Key < Right.Key);
   package Lists is new Ada.Containers.Doubly_Linked_Lists (Pair);
   package Stable is new Lists.Generic_Sorting;
   package Words is new Ada.Containers.Indefinite_Doubly_Linked_Lists (String);
   package Texts is new Words.Generic_Sorting;
   L, M : Lists.List;
   W, X : Words.List;
begin
   L.Append ((1, 2));
   L.Append ((2, 1));
   M.Append ((1, 5));
   Stable.Merge (L, M);
   pragma Assert (Stable.Is_Sorted (L) and M.Is_Empty and Natural (L.Length) = 3);
   L.Delete_First;
   pragma Assert (L.First_Element = (1, 5) and L.Last_Element = (2, 1));
   W.Append ("be");
   X.Append ("a");
   Texts.Merge (W, X);
   pragma Assert (W.First_Element = "a" and W.Last_Element = "be" and X.Is_Empty);
   pragma Assert (L.Last_Element.Other = 5);  --  fails: VC_ASSERT
end Container_Merges;
