--  Containers of strings, and of definite elements, know what is in them.
with Ada.Containers.Indefinite_Doubly_Linked_Lists;
with Ada.Containers.Indefinite_Hashed_Maps;
with Ada.Containers.Indefinite_Ordered_Maps;
with Ada.Containers.Indefinite_Vectors;
with Ada.Strings.Hash;
procedure Indefinite_Followed is
   package Counts is new Ada.Containers.Indefinite_Hashed_Maps (String, Natural, Ada.Strings.Hash, "=");
   package Words is new Ada.Containers.Indefinite_Vectors (Positive, String);
   package Lists is new Ada.Containers.Indefinite_Doubly_Linked_Lists (String);
   package Squares is new Ada.Containers.Indefinite_Ordered_Maps (Integer, Integer);
   C     : Counts.Map;
   W     : Words.Vector;
   L     : Lists.List;
   S     : Squares.Map;
   Total : Natural := 0;

   procedure Nobody_Calls is
      Own : Words.Vector;
   begin
      Own.Append ("to");
      Own.Append (String'("or not") (4 .. 6));
      pragma Assert (Own.Element (2)'Length = 3 and Own.Element (2)'First = 4);
      Own.Delete (1);
      pragma Assert (Own.Element (1) = "to");  --  open
   end Nobody_Calls;
begin
   C.Insert ("one", 1);
   C ("one") := 2;
   C.Include ("two", 7);
   C.Include ("one", C.Element ("one") + 1);
   pragma Assert (C ("one") = 3 and C.Contains ("two") and not C.Contains ("on"));
   C.Delete ("two");
   pragma Assert (Natural (C.Length) = 1);
   W.Append ("to");
   W.Append ("be");
   W.Append (String'("or not") (1 .. 2));
   W.Replace_Element (1, "three");
   for Word of W loop
      Total := Total + Word'Length;
   end loop;
   pragma Assert (Total = 9 and W (3) = "or" and W.Last_Index = 3);
   L.Append ("b");
   L.Prepend ("aa");
   pragma Assert (L.First_Element = "aa" and L.Last_Element = "b");
   for I in 1 .. 4 loop
      S.Insert (I, I * I);
   end loop;
   S.Exclude (2);
   pragma Assert (S.First_Key = 1 and S (3) = 9 and not S.Contains (2));
end Indefinite_Followed;
