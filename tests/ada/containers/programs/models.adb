--  The model of a formal list: what it has, in its order, and where cursors are.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Doubly_Linked_Lists;
procedure Models is
   package Lists is new SPARK.Containers.Formal.Doubly_Linked_Lists (Integer);
   use Lists;
   use Lists.Formal_Model;
   L : List (4);
   C : Cursor;
begin
   Append (L, 7);
   Append (L, 8);
   C := Last (L);
   Prepend (L, 6);
   pragma Assert (P.Has_Key (Positions (L), C) and then P.Get (Positions (L), C) = 3);
   pragma Assert (not P.Has_Key (Positions (L), No_Element));
   declare
      Before : constant M.Sequence := Model (L);
      Places : constant P.Map := Positions (L);
   begin
      Replace_Element (L, First (L), 5);
      pragma Assert (M.Equal_Except (Before, Model (L), 1));
      pragma Assert (Element (Before, 1) = 6 and Element (Model (L), 1) = 5);
      pragma Assert (Before /= Model (L) and Places = Positions (L));
      Delete (L, C);
      pragma Assert (M.Last (Model (L)) = 2 and Model (L) < M.Set (Before, 1, 5));
      pragma Assert (P.Keys_Included (Positions (L), Places) and not P.Same_Keys (Positions (L), Places));
   end;
end Models;
