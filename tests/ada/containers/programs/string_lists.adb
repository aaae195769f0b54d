--  A list of strings that is sorted, and a vector of them: a mistake is shown.
with Ada.Containers.Indefinite_Doubly_Linked_Lists;
with Ada.Containers.Indefinite_Vectors;
procedure String_Lists is
   package Lists is new Ada.Containers.Indefinite_Doubly_Linked_Lists (String);
   package Words is new Ada.Containers.Indefinite_Vectors (Positive, String);
   function Shorter (Left, Right : String) return Boolean is (Left'Length < Right'Length);
   package By_Length is new Lists.Generic_Sorting (Shorter);
   L : Lists.List;
   W : Words.Vector;
begin
   L.Append ("three");
   L.Append ("to");
   L.Append ("be");
   By_Length.Sort (L);
   pragma Assert (L.First_Element = "to" and L.Last_Element = "three" and By_Length.Is_Sorted (L));
   for Word of L loop
      W.Append (Word);
   end loop;
   W.Append (String'("or not") (4 .. 6));
   pragma Assert (W.Element (2) = "be" and W.Element (4)'First = 4);
   W.Delete (1);
   pragma Assert (W.Element (1) = "to");  --  fails: VC_ASSERT
end String_Lists;
