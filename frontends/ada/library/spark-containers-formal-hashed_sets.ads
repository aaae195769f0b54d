--  SPARK's library, Containers.Formal.Hashed_Sets: the array of the elements, none of which is equivalent to another
--  one, with the nodes by which cursors find them. Which node a new element gets is open, and so is the order in which
--  cursors go through the elements.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Iter_Nodes; use SPARK.Containers.Formal.Iter_Nodes;
with SPARK.Containers.Functional.Sets;

generic
   type Element_Type is private;
   with function Hash (Element : Element_Type) return Hash_Type;
   with function Equivalent_Elements (Left, Right : Element_Type) return Boolean is "=";
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Hashed_Sets with SPARK_Mode is
   type Set (Capacity : Count_Type; Modulus : Hash_Type) is private with  --  bounded
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

   --  Which number it is, is open.
   function Default_Modulus (Capacity : Count_Type) return Hash_Type with Import, Post => Default_Modulus'Result > 0;
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

   function Iter_Count (Container : Set) return Count_Type;
   function Iter_Cursor_At (Container : Set; Number : Count_Type) return Cursor;
   function Iter_Element_At (Container : Set; Number : Count_Type) return Element_Type;

   package Formal_Model is
      subtype Positive_Count_Type is Count_Type range 1 .. Count_Type'Last;

      package M is new SPARK.Containers.Functional.Sets (Element_Type, Equivalent_Elements);
      function "=" (Left, Right : M.Set) return Boolean renames M."=";
      function "<=" (Left, Right : M.Set) return Boolean renames M."<=";

      function Model (Container : Set) return M.Set;
      function Contains (C : M.Set; K : Element_Type) return Boolean renames M.Contains;

      procedure Lift_Abstraction_Level (Container : Set) is null;
   end Formal_Model;
private
   type Element_Array is array (Count_Type range <>) of Element_Type;
   type Content (Last : Count_Type := 0) is record
      Nodes    : Node_Array (1 .. Last);
      Elements : Element_Array (1 .. Last);
   end record;
   type Set (Capacity : Count_Type; Modulus : Hash_Type) is record  --  bounded
   --  unbounded: type Set is record
      Self : Content;
   end record;

   function Length (Container : Set) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Set) return Boolean is (Container.Self.Last = 0);

   function Contains (Container : Set; Item : Element_Type) return Boolean is
     (Container.Self.Last > 0
      and then Hash (Item) in Hash_Type
      and then (for some I in 1 .. Container.Self.Last => Equivalent_Elements (Container.Self.Elements (I), Item)));
   function Has_Element (Container : Set; Position : Cursor) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Nodes (I) = Position.Node);

   --  Without doubles, sets of one length have the same elements if one of them includes the elements of the other one.
   function "=" (Left, Right : Set) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  (for some J in 1 .. Right.Self.Last =>
                     Left.Self.Elements (I) = Right.Self.Elements (J))));

   function Iter_Count (Container : Set) return Count_Type is (Container.Self.Last);
   function Iter_Cursor_At (Container : Set; Number : Count_Type) return Cursor is
     ((Node => Container.Self.Nodes (Number)));
   function Iter_Element_At (Container : Set; Number : Count_Type) return Element_Type is
     (Container.Self.Elements (Number));
end SPARK.Containers.Formal.Hashed_Sets;
