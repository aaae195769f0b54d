--  SPARK's library, Containers.Formal.Ordered_Maps: the array of the keys in ascending order, with their elements and
--  with the nodes by which cursors find them. Which node a new key gets is open.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Iter_Nodes; use SPARK.Containers.Formal.Iter_Nodes;
with SPARK.Containers.Functional.Maps;
with SPARK.Containers.Functional.Vectors;

generic
   type Key_Type is private;
   type Element_Type is private;
   with function "<" (Left, Right : Key_Type) return Boolean is <>;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Ordered_Maps with SPARK_Mode is
   type Map (Capacity : Count_Type) is private with  --  bounded
   --  unbounded: type Map is private with
     Aggregate => (Empty => Empty_Map, Add_Named => Insert),
     Iterable => (First       => First,
                  Next        => Next,
                  Has_Element => Has_Element,
                  Element     => Key,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   type Cursor is record
      Node : Integer := 0;
   end record;
   No_Element : constant Cursor := (Node => 0);

   function Equivalent_Keys (Left, Right : Key_Type) return Boolean is (not (Left < Right) and then not (Right < Left));

   function Empty_Map (Capacity : Count_Type := 10) return Map;  --  bounded
   --  unbounded: function Empty_Map return Map;

   function "=" (Left, Right : Map) return Boolean;
   function Capacity (Container : Map) return Count_Type is (Container.Capacity);
   function Length (Container : Map) return Count_Type;
   function Is_Empty (Container : Map) return Boolean;
   procedure Clear (Container : in out Map);
   procedure Assign (Target : in out Map; Source : Map) with Pre => Target.Capacity >= Length (Source);
   function Copy (Source : Map; Capacity : Count_Type := 0) return Map with  --  bounded
     Pre => Capacity = 0 or else Capacity >= Source.Capacity;  --  bounded
   --  unbounded: function Copy (Source : Map) return Map;
   procedure Move (Target : in out Map; Source : in out Map) with Pre => Target.Capacity >= Length (Source);

   function Key (Container : Map; Position : Cursor) return Key_Type with Pre => Has_Element (Container, Position);
   function Element (Container : Map; Position : Cursor) return Element_Type with
     Pre => Has_Element (Container, Position);
   procedure Replace_Element (Container : in out Map; Position : Cursor; New_Item : Element_Type) with
     Pre => Has_Element (Container, Position);

   procedure Insert
     (Container : in out Map;
      Key       : Key_Type;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean)
   with Pre => Length (Container) < Container.Capacity or Contains (Container, Key);
   procedure Insert (Container : in out Map; Key : Key_Type; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity and then not Contains (Container, Key);
   procedure Include (Container : in out Map; Key : Key_Type; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity or Contains (Container, Key);
   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type) with
     Pre => Contains (Container, Key);
   procedure Exclude (Container : in out Map; Key : Key_Type);
   procedure Delete (Container : in out Map; Key : Key_Type) with Pre => Contains (Container, Key);
   procedure Delete (Container : in out Map; Position : in out Cursor) with
     Pre => Has_Element (Container, Position);

   function Constant_Reference (Container : aliased Map; Position : Cursor)
     return not null access constant Element_Type
   with Import, Pre => Has_Element (Container, Position);
   function Reference (Container : aliased in out Map; Position : Cursor) return not null access Element_Type with
     Import, Pre => Has_Element (Container, Position);
   function Constant_Reference (Container : aliased Map; Key : Key_Type)
     return not null access constant Element_Type
   with Import, Pre => Contains (Container, Key);
   function Reference (Container : aliased in out Map; Key : Key_Type) return not null access Element_Type with
     Import, Pre => Contains (Container, Key);
   --  Where the element is that a reference designates.
   function Reference_Index (Container : Map; Position : Cursor) return Count_Type with
     Pre => Has_Element (Container, Position);
   function Reference_Index (Container : Map; Key : Key_Type) return Count_Type with
     Pre => Contains (Container, Key);

   function First (Container : Map) return Cursor;
   function Next (Container : Map; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Next (Container : Map; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Last (Container : Map) return Cursor;
   function Previous (Container : Map; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Previous (Container : Map; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function First_Key (Container : Map) return Key_Type with Pre => not Is_Empty (Container);
   function Last_Key (Container : Map) return Key_Type with Pre => not Is_Empty (Container);
   function First_Element (Container : Map) return Element_Type with Pre => not Is_Empty (Container);
   function Last_Element (Container : Map) return Element_Type with Pre => not Is_Empty (Container);
   procedure Delete_First (Container : in out Map);
   procedure Delete_Last (Container : in out Map);
   function Floor (Container : Map; Key : Key_Type) return Cursor;
   function Ceiling (Container : Map; Key : Key_Type) return Cursor;
   function Find (Container : Map; Key : Key_Type) return Cursor;
   function Contains (Container : Map; Key : Key_Type) return Boolean;
   function Element (Container : Map; Key : Key_Type) return Element_Type with Pre => Contains (Container, Key);
   function Has_Element (Container : Map; Position : Cursor) return Boolean;

   function Iter_Count (Container : Map) return Count_Type;
   function Iter_Cursor_At (Container : Map; Number : Count_Type) return Cursor;
   function Iter_Element_At (Container : Map; Number : Count_Type) return Key_Type;

   package Formal_Model is
      subtype Positive_Count_Type is Count_Type range 1 .. Count_Type'Last;

      package M is new SPARK.Containers.Functional.Maps (Key_Type, Element_Type, Equivalent_Keys);
      function "=" (Left, Right : M.Map) return Boolean renames M."=";
      function "<=" (Left, Right : M.Map) return Boolean renames M."<=";

      --  The keys in ascending order.
      package K is new SPARK.Containers.Functional.Vectors (Positive_Count_Type, Key_Type);
      function "=" (Left, Right : K.Sequence) return Boolean renames K."=";
      function "<" (Left, Right : K.Sequence) return Boolean renames K."<";
      function "<=" (Left, Right : K.Sequence) return Boolean renames K."<=";
      function K_Bigger_Than_Range
        (Container : K.Sequence; Fst : Positive_Count_Type; Lst : Count_Type; Key : Key_Type) return Boolean
      is (for all I in Fst .. Lst => K.Get (Container, I) < Key)
      with Pre => Lst <= K.Last (Container);
      function K_Smaller_Than_Range
        (Container : K.Sequence; Fst : Positive_Count_Type; Lst : Count_Type; Key : Key_Type) return Boolean
      is (for all I in Fst .. Lst => Key < K.Get (Container, I))
      with Pre => Lst <= K.Last (Container);
      function K_Is_Find (Container : K.Sequence; Key : Key_Type; Position : Count_Type) return Boolean is
        ((if Position > 0 then K_Bigger_Than_Range (Container, 1, Position - 1, Key))
         and then (if Position < K.Last (Container) then
                     K_Smaller_Than_Range (Container, Position + 1, K.Last (Container), Key)))
      with Pre => Position <= K.Last (Container);
      --  Where the first one is, 0 if it is nowhere.
      function Find (Container : K.Sequence; Key : Key_Type) return Count_Type with
        Import,
        Post =>
          Find'Result <= K.Last (Container)
          and then (if Find'Result > 0 then Equivalent_Keys (Key, K.Get (Container, Find'Result)))
          and then (for all I in 1 .. (if Find'Result = 0 then K.Last (Container) else Find'Result - 1) =>
                      not Equivalent_Keys (Key, K.Get (Container, I)));
      function K_Keys_Included (Left, Right : K.Sequence) return Boolean is
        (for all I in 1 .. K.Last (Left) => Find (Right, K.Get (Left, I)) > 0);

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
      function Mapping_Preserved (K_Left, K_Right : K.Sequence; P_Left, P_Right : P.Map) return Boolean is
        (P.Keys_Included (P_Left, P_Right)
         and then (for all Place of P_Left =>
                     P.Get (P_Left, Place) <= K.Last (K_Left)
                     and then P.Get (P_Right, Place) <= K.Last (K_Right)
                     and then K.Get (K_Left, P.Get (P_Left, Place)) = K.Get (K_Right, P.Get (P_Right, Place))));

      function Model (Container : Map) return M.Map;
      function Contains (C : M.Map; K : Key_Type) return Boolean renames M.Has_Key;
      function Element (C : M.Map; K : Key_Type) return Element_Type renames M.Get;
      function Keys (Container : Map) return K.Sequence;
      function Positions (Container : Map) return P.Map;

      procedure Lift_Abstraction_Level (Container : Map) is null;
   end Formal_Model;
private
   type Key_Array is array (Count_Type range <>) of Key_Type;
   type Element_Array is array (Count_Type range <>) of Element_Type;
   type Content (Last : Count_Type := 0) is record
      Nodes    : Node_Array (1 .. Last);
      Keys     : Key_Array (1 .. Last);
      Elements : Element_Array (1 .. Last);
   end record;
   type Map (Capacity : Count_Type) is record  --  bounded
   --  unbounded: type Map is record
      Self : Content;
   end record;

   function Length (Container : Map) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Map) return Boolean is (Container.Self.Last = 0);

   function Contains (Container : Map; Key : Key_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Equivalent_Keys (Container.Self.Keys (I), Key));
   function Has_Element (Container : Map; Position : Cursor) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Nodes (I) = Position.Node);

   function "=" (Left, Right : Map) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  Equivalent_Keys (Left.Self.Keys (I), Right.Self.Keys (I))
                  and then Left.Self.Elements (I) = Right.Self.Elements (I)));

   function First_Key (Container : Map) return Key_Type is (Container.Self.Keys (1));
   function Last_Key (Container : Map) return Key_Type is (Container.Self.Keys (Container.Self.Last));
   function First_Element (Container : Map) return Element_Type is (Container.Self.Elements (1));
   function Last_Element (Container : Map) return Element_Type is
     (Container.Self.Elements (Container.Self.Last));

   function Iter_Count (Container : Map) return Count_Type is (Container.Self.Last);
   function Iter_Cursor_At (Container : Map; Number : Count_Type) return Cursor is
     ((Node => Container.Self.Nodes (Number)));
   function Iter_Element_At (Container : Map; Number : Count_Type) return Key_Type is
     (Container.Self.Keys (Number));
end SPARK.Containers.Formal.Ordered_Maps;
