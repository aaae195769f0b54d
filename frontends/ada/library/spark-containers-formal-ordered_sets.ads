--  SPARK's library, Containers.Formal.Ordered_Sets: the array of the elements in ascending order, with the nodes by
--  which cursors find them. Which node a new element gets is open.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Iter_Nodes; use SPARK.Containers.Formal.Iter_Nodes;
with SPARK.Containers.Functional.Maps;
with SPARK.Containers.Functional.Sets;
with SPARK.Containers.Functional.Vectors;

generic
   type Element_Type is private;
   with function "<" (Left, Right : Element_Type) return Boolean is <>;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Ordered_Sets with SPARK_Mode is
   type Set (Capacity : Count_Type) is private with  --  bounded
   --  unbounded: type Set is private with
     Aggregate => (Empty => Empty_Set, Add_Unnamed => Insert),
     Iterable => (First       => First,
                  Next        => Next,
                  Has_Element => Has_Element,
                  Element     => Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   type Cursor is record
      Node : Integer := 0;
   end record;
   No_Element : constant Cursor := (Node => 0);

   function Equivalent_Elements (Left, Right : Element_Type) return Boolean is
     (not (Left < Right) and then not (Right < Left));

   function Empty_Set (Capacity : Count_Type := 10) return Set;  --  bounded
   --  unbounded: function Empty_Set return Set;

   function "=" (Left, Right : Set) return Boolean;
   function Capacity (Container : Set) return Count_Type is (Container.Capacity);
   function Length (Container : Set) return Count_Type;
   function Is_Empty (Container : Set) return Boolean;
   procedure Clear (Container : in out Set);
   procedure Assign (Target : in out Set; Source : Set) with Pre => Target.Capacity >= Length (Source);
   function Copy (Source : Set; Capacity : Count_Type := 0) return Set with  --  bounded
     Pre => Capacity = 0 or else Capacity >= Source.Capacity;  --  bounded
   --  unbounded: function Copy (Source : Set) return Set;
   procedure Move (Target : in out Set; Source : in out Set) with Pre => Target.Capacity >= Length (Source);

   function Element (Container : Set; Position : Cursor) return Element_Type with
     Pre => Has_Element (Container, Position);

   procedure Insert
     (Container : in out Set;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean)
   with Pre => Length (Container) < Container.Capacity or Contains (Container, New_Item);
   procedure Insert (Container : in out Set; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity and then not Contains (Container, New_Item);
   procedure Include (Container : in out Set; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity or Contains (Container, New_Item);
   procedure Replace (Container : in out Set; New_Item : Element_Type) with
     Pre => Contains (Container, New_Item);
   procedure Exclude (Container : in out Set; Item : Element_Type);
   procedure Delete (Container : in out Set; Item : Element_Type) with Pre => Contains (Container, Item);
   procedure Delete (Container : in out Set; Position : in out Cursor) with
     Pre => Has_Element (Container, Position);

   function Constant_Reference (Container : aliased Set; Position : Cursor)
     return not null access constant Element_Type
   with Import, Pre => Has_Element (Container, Position);
   --  Where the element is that a reference designates.
   function Reference_Index (Container : Set; Position : Cursor) return Count_Type with
     Pre => Has_Element (Container, Position);

   function First (Container : Set) return Cursor;
   function Next (Container : Set; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Next (Container : Set; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Last (Container : Set) return Cursor;
   function Previous (Container : Set; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Previous (Container : Set; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function First_Element (Container : Set) return Element_Type with Pre => not Is_Empty (Container);
   function Last_Element (Container : Set) return Element_Type with Pre => not Is_Empty (Container);
   procedure Delete_First (Container : in out Set);
   procedure Delete_Last (Container : in out Set);
   function Floor (Container : Set; Item : Element_Type) return Cursor;
   function Ceiling (Container : Set; Item : Element_Type) return Cursor;
   function Find (Container : Set; Item : Element_Type) return Cursor;
   function Contains (Container : Set; Item : Element_Type) return Boolean;
   function Has_Element (Container : Set; Position : Cursor) return Boolean;

   function To_Set (New_Item : Element_Type) return Set;
   procedure Union (Target : in out Set; Source : Set) with
     Pre => Length (Source) - Length (Intersection (Target, Source)) <= Target.Capacity - Length (Target);
   function Union (Left, Right : Set) return Set with Pre => Length (Left) <= Count_Type'Last - Length (Right);
   function "or" (Left, Right : Set) return Set renames Union;
   procedure Intersection (Target : in out Set; Source : Set);
   function Intersection (Left, Right : Set) return Set;
   function "and" (Left, Right : Set) return Set renames Intersection;
   procedure Difference (Target : in out Set; Source : Set);
   function Difference (Left, Right : Set) return Set;
   function "-" (Left, Right : Set) return Set renames Difference;
   procedure Symmetric_Difference (Target : in out Set; Source : Set) with
     Pre => Length (Source) - Length (Intersection (Target, Source)) <= Target.Capacity - Length (Target);
   function Symmetric_Difference (Left, Right : Set) return Set with
     Pre => Length (Left) <= Count_Type'Last - Length (Right);
   function "xor" (Left, Right : Set) return Set renames Symmetric_Difference;
   function Overlap (Left, Right : Set) return Boolean;
   function Is_Subset (Subset : Set; Of_Set : Set) return Boolean;
   function Equivalent_Sets (Left, Right : Set) return Boolean;

   --  Both orders are evidently the same.
   generic
      type Key_Type is private;
      with function Key (Element : Element_Type) return Key_Type;
      with function "<" (Left, Right : Key_Type) return Boolean is <>;
   package Generic_Keys is
      function Equivalent_Keys (Left, Right : Key_Type) return Boolean is
        (not (Left < Right) and then not (Right < Left));
      function Iter_Key (Element : Element_Type) return Key_Type renames Key;

      function Key (Container : Set; Position : Cursor) return Key_Type with Pre => Has_Element (Container, Position);
      function Element (Container : Set; Key : Key_Type) return Element_Type with Pre => Contains (Container, Key);
      procedure Exclude (Container : in out Set; Key : Key_Type);
      procedure Delete (Container : in out Set; Key : Key_Type) with Pre => Contains (Container, Key);
      function Find (Container : Set; Key : Key_Type) return Cursor;
      function Contains (Container : Set; Key : Key_Type) return Boolean;
   end Generic_Keys;

   function Iter_Count (Container : Set) return Count_Type;
   function Iter_Cursor_At (Container : Set; Number : Count_Type) return Cursor;
   function Iter_Element_At (Container : Set; Number : Count_Type) return Element_Type;

   package Formal_Model is
      subtype Positive_Count_Type is Count_Type range 1 .. Count_Type'Last;

      package M is new SPARK.Containers.Functional.Sets (Element_Type, Equivalent_Elements);
      function "=" (Left, Right : M.Set) return Boolean renames M."=";
      function "<=" (Left, Right : M.Set) return Boolean renames M."<=";

      --  The elements in ascending order.
      package E is new SPARK.Containers.Functional.Vectors (Positive_Count_Type, Element_Type);
      function "=" (Left, Right : E.Sequence) return Boolean renames E."=";
      function "<" (Left, Right : E.Sequence) return Boolean renames E."<";
      function "<=" (Left, Right : E.Sequence) return Boolean renames E."<=";
      function E_Bigger_Than_Range
        (Container : E.Sequence; Fst : Positive_Count_Type; Lst : Count_Type; Item : Element_Type) return Boolean
      is (for all I in Fst .. Lst => E.Get (Container, I) < Item)
      with Pre => Lst <= E.Last (Container);
      function E_Smaller_Than_Range
        (Container : E.Sequence; Fst : Positive_Count_Type; Lst : Count_Type; Item : Element_Type) return Boolean
      is (for all I in Fst .. Lst => Item < E.Get (Container, I))
      with Pre => Lst <= E.Last (Container);
      function E_Is_Find (Container : E.Sequence; Item : Element_Type; Position : Count_Type) return Boolean is
        ((if Position > 0 then E_Bigger_Than_Range (Container, 1, Position - 1, Item))
         and then (if Position < E.Last (Container) then
                     E_Smaller_Than_Range (Container, Position + 1, E.Last (Container), Item)))
      with Pre => Position <= E.Last (Container);
      --  Where the first one is, 0 if it is nowhere.
      function Find (Container : E.Sequence; Item : Element_Type) return Count_Type with
        Import,
        Post =>
          Find'Result <= E.Last (Container)
          and then (if Find'Result > 0 then Equivalent_Elements (Item, E.Get (Container, Find'Result)))
          and then (for all I in 1 .. (if Find'Result = 0 then E.Last (Container) else Find'Result - 1) =>
                      not Equivalent_Elements (Item, E.Get (Container, I)));
      function E_Elements_Included (Left, Right : E.Sequence) return Boolean is
        (for all I in 1 .. E.Last (Left) => Find (Right, E.Get (Left, I)) > 0);
      function E_Elements_Included (Left : E.Sequence; Model : M.Set; Right : E.Sequence) return Boolean is
        (for all I in 1 .. E.Last (Left) =>
           (if M.Contains (Model, E.Get (Left, I)) then Find (Right, E.Get (Left, I)) > 0));
      function E_Elements_Included
        (Container : E.Sequence; Model : M.Set; Left, Right : E.Sequence) return Boolean
      is (for all I in 1 .. E.Last (Container) =>
            (if M.Contains (Model, E.Get (Container, I)) then Find (Left, E.Get (Container, I)) > 0
             else Find (Right, E.Get (Container, I)) > 0));

      --  Where the cursors are.
      package P is new SPARK.Containers.Functional.Maps (Cursor, Positive_Count_Type);
      function "=" (Left, Right : P.Map) return Boolean renames P."=";
      function "<=" (Left, Right : P.Map) return Boolean renames P."<=";
      function P_Positions_Shifted
        (Small, Big : P.Map; Cut : Positive_Count_Type; Count : Count_Type := 1) return Boolean
      is (P.Keys_Included (Small, Big)
          and then (for all Place of Small =>
                      (if P.Get (Small, Place) < Cut then P.Get (Big, Place) = P.Get (Small, Place)
                       else P.Get (Big, Place) - Count = P.Get (Small, Place)))
          and then (for all Place of Big =>
                      P.Has_Key (Small, Place)
                      or else (P.Get (Big, Place) >= Cut and then P.Get (Big, Place) - Count < Cut)));
      function Mapping_Preserved (E_Left, E_Right : E.Sequence; P_Left, P_Right : P.Map) return Boolean is
        (P.Keys_Included (P_Left, P_Right)
         and then (for all Place of P_Left =>
                     P.Get (P_Left, Place) <= E.Last (E_Left)
                     and then P.Get (P_Right, Place) <= E.Last (E_Right)
                     and then E.Get (E_Left, P.Get (P_Left, Place)) = E.Get (E_Right, P.Get (P_Right, Place))));

      function Model (Container : Set) return M.Set;
      function Contains (C : M.Set; K : Element_Type) return Boolean renames M.Contains;
      function Elements (Container : Set) return E.Sequence;
      function Positions (Container : Set) return P.Map;

      procedure Lift_Abstraction_Level (Container : Set) is null;
   end Formal_Model;
private
   type Element_Array is array (Count_Type range <>) of Element_Type;
   type Content (Last : Count_Type := 0) is record
      Nodes    : Node_Array (1 .. Last);
      Elements : Element_Array (1 .. Last);
   end record;
   type Set (Capacity : Count_Type) is record  --  bounded
   --  unbounded: type Set is record
      Self : Content;
   end record;

   function Length (Container : Set) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Set) return Boolean is (Container.Self.Last = 0);

   function Contains (Container : Set; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Equivalent_Elements (Container.Self.Elements (I), Item));
   function Has_Element (Container : Set; Position : Cursor) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Nodes (I) = Position.Node);

   function "=" (Left, Right : Set) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  Left.Self.Elements (I) = Right.Self.Elements (I)));

   function First_Element (Container : Set) return Element_Type is (Container.Self.Elements (1));
   function Last_Element (Container : Set) return Element_Type is
     (Container.Self.Elements (Container.Self.Last));

   function Iter_Count (Container : Set) return Count_Type is (Container.Self.Last);
   function Iter_Cursor_At (Container : Set; Number : Count_Type) return Cursor is
     ((Node => Container.Self.Nodes (Number)));
   function Iter_Element_At (Container : Set; Number : Count_Type) return Element_Type is
     (Container.Self.Elements (Number));
end SPARK.Containers.Formal.Ordered_Sets;
