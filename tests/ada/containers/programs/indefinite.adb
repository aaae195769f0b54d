--  Of elements without a size it is known how many there are, and not which ones.
with Ada.Containers.Indefinite_Doubly_Linked_Lists; use Ada.Containers;
with Ada.Containers.Indefinite_Hashed_Maps;
with Ada.Containers.Indefinite_Holders;
with Ada.Containers.Indefinite_Ordered_Sets;
with Ada.Containers.Indefinite_Vectors;
with Ada.Strings.Hash;
procedure Indefinite (N : Integer) is
   package Texts is new Ada.Containers.Indefinite_Vectors (Positive, String);
   package Lists is new Ada.Containers.Indefinite_Doubly_Linked_Lists (String);
   package Maps is new Ada.Containers.Indefinite_Hashed_Maps (String, Integer, Ada.Strings.Hash, "=");
   package Sets is new Ada.Containers.Indefinite_Ordered_Sets (String);
   package Holders is new Ada.Containers.Indefinite_Holders (String);

   procedure In_Vectors is
      use Texts;
      V    : Vector;
      Seen : Boolean := False;
   begin
      V.Append ("ada");
      V.Append ("of");
      V.Prepend ("the", 2);
      pragma Assert (V.Length = 4 and V.Last_Index = 4 and not V.Is_Empty);
      for E of V loop
         Seen := True;
      end loop;
      for C in V.Iterate loop
         pragma Assert (To_Index (C) in 1 .. 4);
         Seen := Seen or V (C) = "of";
      end loop;
      pragma Assert (Seen);
      V.Delete_First;
      V.Replace_Element (2, "x");
      pragma Assert (V.Length = 3);
      if V (1) = "ada" then
         V.Delete (4);
      end if;
      if V.Find_Index ("x") = No_Index then
         V.Clear;
      end if;
      pragma Assert (V.Length = 3);  --  open
   end In_Vectors;

   procedure In_Others is
      use Lists;
      L    : List;
      C    : Cursor;
      M    : Maps.Map;
      S    : Sets.Set;
      H    : Holders.Holder := Holders.To_Holder ("a");
      Sum  : Long_Long_Integer := 0;
   begin
      L.Append ("a");
      L.Append ("b", 2);
      C := L.Find ("b");
      if Has_Element (C) then
         L.Delete (C);
      end if;
      pragma Assert (L.Length in 2 .. 3 and not Has_Element (C));

      pragma Assert (not M.Contains ("one"));
      M.Insert ("one", 1);
      M.Include ("one", 2);
      pragma Assert (M.Length in 1 .. 2);
      for C in M.Iterate loop
         Sum := Sum + Long_Long_Integer (Maps.Element (C));
      end loop;
      pragma Assert (M.Length = 1);  --  open

      S.Include ("x");
      S.Exclude ("y");
      pragma Assert (S.Length <= 1);
      S.Union (Sets.To_Set ("z"));
      pragma Assert (S.Length in 1 .. 2);

      pragma Assert (not H.Is_Empty);
      H.Replace_Element ("bc");
      pragma Assert (H.Element'Length = 2);  --  open
      H.Clear;
      pragma Assert (H.Is_Empty);
   end In_Others;
begin
   declare
      V : Texts.Vector := Texts.To_Vector ("a", 2);
   begin
      V.Append (Texts.To_Vector ("b", 2));
      pragma Assert (V.Length = 4);
      pragma Assert (N /= 7 or V.Is_Empty);  --  fails: VC_ASSERT
   end;
   In_Vectors;
   In_Others;
end Indefinite;
