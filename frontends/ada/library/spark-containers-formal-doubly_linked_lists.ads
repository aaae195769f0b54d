--  SPARK's library, Containers.Formal.Doubly_Linked_Lists: the array of the elements, with the nodes by which cursors
--  find them. Which node a new element gets is open.
with Ada.Containers; use Ada.Containers;

generic
   type Element_Type is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Doubly_Linked_Lists with SPARK_Mode is
   type List (Capacity : Count_Type) is private with
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

   package Formal_Model is
      procedure Lift_Abstraction_Level (Container : List) is null;
   end Formal_Model;

   function Empty_List (Capacity : Count_Type := 10) return List;
   function "=" (Left, Right : List) return Boolean;
   function Length (Container : List) return Count_Type;
   function Is_Empty (Container : List) return Boolean;
   procedure Clear (Container : in out List);
   procedure Assign (Target : in out List; Source : List) with Pre => Target.Capacity >= Length (Source);
   function Copy (Source : List; Capacity : Count_Type := 0) return List with
     Pre => Capacity = 0 or else Capacity >= Source.Capacity;
   procedure Move (Target : in out List; Source : in out List) with Pre => Target.Capacity >= Length (Source);

   function Element (Container : List; Position : Cursor) return Element_Type with
     Pre => Has_Element (Container, Position);
   procedure Replace_Element (Container : in out List; Position : Cursor; New_Item : Element_Type) with
     Pre => Has_Element (Container, Position);

   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type) with
     Pre =>
       Length (Container) < Container.Capacity
       and then (Has_Element (Container, Before) or else Before = No_Element);
   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type; Position : out Cursor) with
     Pre =>
       Length (Container) < Container.Capacity
       and then (Has_Element (Container, Before) or else Before = No_Element);
   procedure Prepend (Container : in out List; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Append (Container : in out List; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Delete (Container : in out List; Position : in out Cursor) with
     Pre => Has_Element (Container, Position);
   procedure Delete_First (Container : in out List);
   procedure Delete_Last (Container : in out List);

   function Constant_Reference (Container : aliased List; Position : Cursor)
     return not null access constant Element_Type
   with Import, Pre => Has_Element (Container, Position);
   function Reference (Container : aliased in out List; Position : Cursor) return not null access Element_Type with
     Import, Pre => Has_Element (Container, Position);
   --  Where the element is that a reference designates.
   function Reference_Index (Container : List; Position : Cursor) return Count_Type with
     Pre => Has_Element (Container, Position);

   function First (Container : List) return Cursor;
   function First_Element (Container : List) return Element_Type with Pre => not Is_Empty (Container);
   function Last (Container : List) return Cursor;
   function Last_Element (Container : List) return Element_Type with Pre => not Is_Empty (Container);
   function Next (Container : List; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Next (Container : List; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Previous (Container : List; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Previous (Container : List; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Contains (Container : List; Item : Element_Type) return Boolean;
   function Has_Element (Container : List; Position : Cursor) return Boolean;

   function Iter_Count (Container : List) return Count_Type;
   function Iter_Cursor_At (Container : List; Number : Count_Type) return Cursor;
   function Iter_Element_At (Container : List; Number : Count_Type) return Element_Type;
private
   type Entry_Type is record
      Node    : Integer;
      Element : Element_Type;
   end record;
   type Entry_Array is array (Count_Type range <>) of Entry_Type;
   type Content (Last : Count_Type := 0) is record
      Entries : Entry_Array (1 .. Last);
   end record;
   type List (Capacity : Count_Type) is record
      Self : Content;
   end record;

   function Length (Container : List) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : List) return Boolean is (Container.Self.Last = 0);
   function Contains (Container : List; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Entries (I).Element = Item);
   function Has_Element (Container : List; Position : Cursor) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Entries (I).Node = Position.Node);
   function "=" (Left, Right : List) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  Left.Self.Entries (I).Element = Right.Self.Entries (I).Element));

   function First_Element (Container : List) return Element_Type is (Container.Self.Entries (1).Element);
   function Last_Element (Container : List) return Element_Type is
     (Container.Self.Entries (Container.Self.Last).Element);

   function Iter_Count (Container : List) return Count_Type is (Container.Self.Last);
   function Iter_Cursor_At (Container : List; Number : Count_Type) return Cursor is
     ((Node => Container.Self.Entries (Number).Node));
   function Iter_Element_At (Container : List; Number : Count_Type) return Element_Type is
     (Container.Self.Entries (Number).Element);
end SPARK.Containers.Formal.Doubly_Linked_Lists;
