--  What cursors designate where nobody has moved it is known; elsewhere an element is any of the container.
with Ada.Containers.Doubly_Linked_Lists; use Ada.Containers;
with Ada.Containers.Hashed_Maps;
with Ada.Containers.Ordered_Sets;
with Ada.Containers.Vectors;
procedure Cursors (N : Integer) is
   type Pair is record
      A, B : Integer := 0;
   end record;
   function Hash (Key : Integer) return Hash_Type is (Hash_Type'Mod (Key));
   package Lists is new Ada.Containers.Doubly_Linked_Lists (Integer);
   package Pairs is new Ada.Containers.Vectors (Positive, Pair);
   package Maps is new Ada.Containers.Hashed_Maps (Integer, Integer, Hash, "=");
   package Sets is new Ada.Containers.Ordered_Sets (Integer);

   procedure In_Lists is
      use Lists;
      L : List;
      C : Cursor;
   begin
      pragma Assert (C = No_Element and not Has_Element (C) and not Has_Element (L.First));
      L.Append (4);
      L.Append (5);
      C := L.Find (5);
      pragma Assert (Has_Element (C) and L (C) = 5 and L.Constant_Reference (L.First).Element.all = 4);
      L.Insert (C, 6);
      pragma Assert (L.Length = 3 and L.Last_Element = 5);
      pragma Assert (L (C) > 3 and L (C) < 7);
      pragma Assert (L (C) = 5);  --  open
      pragma Assert (Element (L.First) = 4);  --  open
      C := L.First;
      L.Delete (C);
      pragma Assert (C = No_Element and L.First_Element = 6 and not Has_Element (L.Find (4)));
   end In_Lists;

   procedure In_Vectors is
      use Pairs;
      V : Vector;
   begin
      V.Append (Pair'(1, 2));
      V.Append (Pair'(3, 4));
      for C in V.Iterate loop
         pragma Assert (Has_Element (C) and Element (C).B = Element (C).A + 1);
         V (C).A := To_Index (C);
         V.Reference (C).B := 7;
      end loop;
      pragma Assert (V (2).A = 2 and V (1).B = 7 and V.Constant_Reference (2).Element.all.B = 7);
      V.Replace_Element (V.To_Cursor (2), (8, 9));
      pragma Assert (V (1).A = 1 and V.Last_Element = (8, 9));
      pragma Assert (Has_Element (V.Last));  --  open
   end In_Vectors;

   procedure In_Maps is
      use Maps;
      M    : Map;
      C    : Cursor;
      Made : Boolean;
   begin
      M.Insert (1, 10, C, Made);
      pragma Assert (Made and M (C) = 10);
      M.Insert (1, 20, C, Made);
      pragma Assert (not Made and M (1) = 10);
      M.Replace_Element (C, 11);
      M.Insert (2, 21);
      for C in M.Iterate loop
         pragma Assert (Element (C) = 10 * Key (C) + 1);
      end loop;
      M.Delete (C);
      pragma Assert (not M.Contains (1) and M.Length = 1 and not Has_Element (C));
      if Has_Element (M.Find (N)) then
         M.Replace_Element (M.Find (N), 5);
         pragma Assert (N = 2 and M (2) = 5);
      end if;
   end In_Maps;

   procedure In_Sets is
      use Sets;
      S    : Set;
      C    : Cursor;
      Made : Boolean;
      Sum  : Integer := 0;
   begin
      S.Insert (3);
      S.Insert (1, C, Made);
      pragma Assert (Made and S (C) = 1 and S (S.Ceiling (2)) = 3 and not Has_Element (S.Floor (0)));
      for C in reverse S.Iterate loop
         Sum := 2 * Sum + Element (C);
      end loop;
      pragma Assert (Sum = 7);
      S.Delete (C);
      pragma Assert (Sum = N);  --  fails: VC_ASSERT
   end In_Sets;
begin
   In_Sets;
   In_Lists;
   In_Vectors;
   In_Maps;
end Cursors;
