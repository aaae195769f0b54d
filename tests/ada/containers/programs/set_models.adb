--  The model of an ordered set: what it has, in which order, and where cursors are.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Ordered_Sets;
procedure Set_Models with SPARK_Mode is
   package Sets is new SPARK.Containers.Formal.Ordered_Sets (Integer);
   use Sets; use Sets.Formal_Model;
   S : Set (4);
   C : Cursor;
begin
   Insert (S, 7);
   Insert (S, 3);
   C := Find (S, 7);
   pragma Assert (E.Get (Elements (S), 1) = 3 and E.Get (Elements (S), 2) = 7);
   pragma Assert (P.Get (Positions (S), C) = 2);
   declare
      Before : constant M.Set := Model (S) with Ghost;
      Order  : constant E.Sequence := Elements (S) with Ghost;
      Places : constant P.Map := Positions (S) with Ghost;
   begin
      Insert (S, 5);
      pragma Assert (M.Included_Except (Model (S), Before, 5));
      pragma Assert (Before <= Model (S));
      pragma Assert (E.Range_Equal (Order, Elements (S), 1, 1));
      pragma Assert (E.Range_Shifted (Order, Elements (S), 2, 2, 1));
      pragma Assert (P_Positions_Shifted (Places, Positions (S), 2));
      pragma Assert (Mapping_Preserved (Order, Elements (S), Places, Positions (S)));
      pragma Assert (P.Get (Positions (S), C) = 3);
      pragma Assert (Find (Elements (S), 5) = 2);
      pragma Assert (Places = Positions (S));  --  open
   end;
end Set_Models;
