--  RM A.18.12: how many elements there are, but not which ones. A cursor says nothing of the container it is of; that
--  cursors are those of the container, and that their elements are still there, is taken for granted.
--  Where elements and keys are definite or arrays, see Doubly_Linked_Lists.
with Ada.Containers.Doubly_Linked_Lists;

generic
   type Element_Type (<>) is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Indefinite_Doubly_Linked_Lists is
   type List is tagged private with
     Aggregate => (Empty => Empty_List, Add_Unnamed => Append),
     Iterable =>
       (First       => Iter_First,
        Next        => Iter_Next,
        Has_Element => Iter_Has,
        Element     => Iter_Element,
        Open        => Iter_Value);
   Empty_List : constant List;
   function Empty return List;

   type Cursor is private;
   No_Element : constant Cursor;
   function "=" (Left, Right : Cursor) return Boolean;
   function Has_Element (Position : Cursor) return Boolean;

   function "=" (Left, Right : List) return Boolean;

   function Length (Container : List) return Count_Type;
   function Is_Empty (Container : List) return Boolean;
   procedure Clear (Container : in out List);
   procedure Assign (Target : in out List; Source : List);
   function Copy (Source : List) return List;
   procedure Move (Target : in out List; Source : in out List);

   procedure Prepend (Container : in out List; New_Item : Element_Type; Count : Count_Type := 1);
   procedure Append (Container : in out List; New_Item : Element_Type; Count : Count_Type);
   procedure Append (Container : in out List; New_Item : Element_Type);
   procedure Delete_First (Container : in out List; Count : Count_Type := 1);
   procedure Delete_Last (Container : in out List; Count : Count_Type := 1);
   procedure Reverse_Elements (Container : in out List);

   function First_Element (Container : List) return Element_Type;
   function Last_Element (Container : List) return Element_Type;
   function Contains (Container : List; Item : Element_Type) return Boolean;

   function Element (Position : Cursor) return Element_Type;
   procedure Replace_Element (Container : in out List; Position : Cursor; New_Item : Element_Type);
   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type));
   procedure Update_Element
     (Container : in out List;
      Position  : Cursor;
      Process   : not null access procedure (Element : in out Element_Type));
   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type; Count : Count_Type := 1);
   procedure Insert
     (Container : in out List;
      Before    : Cursor;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Count     : Count_Type := 1);
   procedure Delete (Container : in out List; Position : in out Cursor; Count : Count_Type := 1);
   procedure Swap (Container : in out List; I, J : Cursor);
   procedure Swap_Links (Container : in out List; I, J : Cursor);

   function First (Container : List) return Cursor;
   function Last (Container : List) return Cursor;
   function Next (Position : Cursor) return Cursor;
   procedure Next (Position : in out Cursor);
   function Previous (Position : Cursor) return Cursor;
   procedure Previous (Position : in out Cursor);
   function Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor;
   function Reverse_Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor;
   procedure Iterate (Container : List; Process : not null access procedure (Position : Cursor));
   procedure Reverse_Iterate (Container : List; Process : not null access procedure (Position : Cursor));
   generic
      with function "<" (Left, Right : Element_Type) return Boolean is <>;
   package Generic_Sorting is
      function Is_Sorted (Container : List) return Boolean;
      procedure Sort (Container : in out List);
      procedure Merge (Target, Source : in out List);
   end Generic_Sorting;
private
   type List is tagged record
      Last : Count_Type := 0;
   end record;
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Cursor is record
      Place : Count_Type := 0;
   end record;
   No_Element : constant Cursor := (Place => 0);

   function Iter_First (Container : List) return Cursor;
   function Iter_Next (Container : List; Position : Cursor) return Cursor;
   function Iter_Has (Container : List; Position : Cursor) return Boolean;
   function Iter_Element (Container : List; Position : Cursor) return Element_Type;
   --  What Container (Position) gives.
   function Iter_Value (Container : List; Position : Cursor) return Element_Type;

   Empty_List : constant List := (Last => 0);
   function Empty return List is (Empty_List);

   function Length (Container : List) return Count_Type is (Container.Last);
   function Is_Empty (Container : List) return Boolean is (Container.Last = 0);
   function Has_Element (Position : Cursor) return Boolean is (Position.Place > 0);
end Ada.Containers.Indefinite_Doubly_Linked_Lists;
