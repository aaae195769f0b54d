--  SPARK's library, Containers.Formal.Hashed_Maps: the array of the keys, none of which is equivalent to another one,
--  and those of their elements and of the nodes by which cursors find them. Which node a new key gets is open, and so
--  is the order in which cursors go through the keys.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Iter_Nodes; use SPARK.Containers.Formal.Iter_Nodes;
with SPARK.Containers.Functional.Maps;

generic
   type Key_Type is private;
   type Element_Type is private;
   with function Hash (Key : Key_Type) return Hash_Type;
   with function Equivalent_Keys (Left, Right : Key_Type) return Boolean is "=";
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Hashed_Maps with SPARK_Mode is
   type Map (Capacity : Count_Type; Modulus : Hash_Type) is private with  --  bounded
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

   --  Which number it is, is open.
   function Default_Modulus (Capacity : Count_Type) return Hash_Type with Import, Post => Default_Modulus'Result > 0;
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

      function Model (Container : Map) return M.Map;
      function Contains (C : M.Map; K : Key_Type) return Boolean renames M.Has_Key;
      function Element (C : M.Map; K : Key_Type) return Element_Type renames M.Get;

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
   type Map (Capacity : Count_Type; Modulus : Hash_Type) is record  --  bounded
   --  unbounded: type Map is record
      Self : Content;
   end record;

   function Length (Container : Map) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Map) return Boolean is (Container.Self.Last = 0);

   function Contains (Container : Map; Key : Key_Type) return Boolean is
     (Container.Self.Last > 0
      and then Hash (Key) in Hash_Type
      and then (for some I in 1 .. Container.Self.Last => Equivalent_Keys (Container.Self.Keys (I), Key)));
   function Has_Element (Container : Map; Position : Cursor) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Nodes (I) = Position.Node);

   --  Without doubles, maps of one length have the same keys if one of them includes the keys of the other one.
   function "=" (Left, Right : Map) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  (for some J in 1 .. Right.Self.Last =>
                     Equivalent_Keys (Right.Self.Keys (J), Left.Self.Keys (I))
                     and then Left.Self.Elements (I) = Right.Self.Elements (J))));

   function Iter_Count (Container : Map) return Count_Type is (Container.Self.Last);
   function Iter_Cursor_At (Container : Map; Number : Count_Type) return Cursor is
     ((Node => Container.Self.Nodes (Number)));
   function Iter_Element_At (Container : Map; Number : Count_Type) return Key_Type is
     (Container.Self.Keys (Number));
end SPARK.Containers.Formal.Hashed_Maps;
