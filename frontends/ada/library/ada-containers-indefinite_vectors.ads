--  RM A.18.11: how many elements there are, but not which ones. A cursor says nothing of the container it is of; that
--  cursors are those of the container, and that their elements are still there, is taken for granted.
--  What makes elements without values is not here.
--  Where elements and keys are definite or arrays, see Vectors.
with Ada.Containers.Vectors;

generic
   type Index_Type is range <>;
   type Element_Type (<>) is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Indefinite_Vectors is
   --  One less and one more than there are, where the base type has them.
   subtype Extended_Index is Index_Type'Base
     range Index_Type'First - 1 .. Index_Type'Min (Index_Type'Base'Last - 1, Index_Type'Last) + 1;
   No_Index : constant Extended_Index := Extended_Index'First;

   type Vector is tagged private with
     Aggregate => (Empty => Empty_Vector, Add_Unnamed => Append),
     Iterable =>
       (First       => Iter_First,
        Next        => Iter_Next,
        Has_Element => Iter_Has,
        Element     => Iter_Element,
        Open        => Iter_Value);
   Empty_Vector : constant Vector;
   function Empty (Capacity : Count_Type := 10) return Vector;

   type Cursor is private;
   No_Element : constant Cursor;
   function "=" (Left, Right : Cursor) return Boolean;
   function Has_Element (Position : Cursor) return Boolean;

   function "=" (Left, Right : Vector) return Boolean;

   function To_Vector (New_Item : Element_Type; Length : Count_Type) return Vector;
   function "&" (Left, Right : Vector) return Vector;
   function "&" (Left : Vector; Right : Element_Type) return Vector;
   function "&" (Left : Element_Type; Right : Vector) return Vector;
   function "&" (Left, Right : Element_Type) return Vector;

   function Capacity (Container : Vector) return Count_Type;
   procedure Reserve_Capacity (Container : in out Vector; Capacity : Count_Type);
   function Length (Container : Vector) return Count_Type;
   function Is_Empty (Container : Vector) return Boolean;
   procedure Clear (Container : in out Vector);

   function Element (Container : Vector; Index : Index_Type) return Element_Type;
   procedure Replace_Element (Container : in out Vector; Index : Index_Type; New_Item : Element_Type);

   procedure Assign (Target : in out Vector; Source : Vector);
   function Copy (Source : Vector; Capacity : Count_Type := 0) return Vector;
   procedure Move (Target : in out Vector; Source : in out Vector);

   procedure Insert (Container : in out Vector; Before : Extended_Index; New_Item : Vector);
   procedure Insert
     (Container : in out Vector; Before : Extended_Index; New_Item : Element_Type; Count : Count_Type := 1);
   procedure Prepend (Container : in out Vector; New_Item : Vector);
   procedure Prepend (Container : in out Vector; New_Item : Element_Type; Count : Count_Type := 1);
   procedure Append (Container : in out Vector; New_Item : Vector);
   procedure Append (Container : in out Vector; New_Item : Element_Type; Count : Count_Type);
   procedure Append (Container : in out Vector; New_Item : Element_Type);

   procedure Delete (Container : in out Vector; Index : Extended_Index; Count : Count_Type := 1);
   procedure Delete_First (Container : in out Vector; Count : Count_Type := 1);
   procedure Delete_Last (Container : in out Vector; Count : Count_Type := 1);

   procedure Reverse_Elements (Container : in out Vector);
   procedure Swap (Container : in out Vector; I, J : Index_Type);

   function First_Index (Container : Vector) return Index_Type;
   function First_Element (Container : Vector) return Element_Type;
   function Last_Index (Container : Vector) return Extended_Index;
   function Last_Element (Container : Vector) return Element_Type;

   function Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'First)
     return Extended_Index;
   function Reverse_Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'Last)
     return Extended_Index;
   function Contains (Container : Vector; Item : Element_Type) return Boolean;

   function To_Cursor (Container : Vector; Index : Extended_Index) return Cursor;
   function To_Index (Position : Cursor) return Extended_Index;
   function Element (Position : Cursor) return Element_Type;
   procedure Replace_Element (Container : in out Vector; Position : Cursor; New_Item : Element_Type);
   procedure Query_Element
     (Container : Vector; Index : Index_Type; Process : not null access procedure (Element : Element_Type));
   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type));
   procedure Update_Element
     (Container : in out Vector;
      Index     : Index_Type;
      Process   : not null access procedure (Element : in out Element_Type));
   procedure Update_Element
     (Container : in out Vector;
      Position  : Cursor;
      Process   : not null access procedure (Element : in out Element_Type));

   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Vector);
   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Vector; Position : out Cursor);
   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Element_Type; Count : Count_Type := 1);
   procedure Insert
     (Container : in out Vector;
      Before    : Cursor;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Count     : Count_Type := 1);
   procedure Delete (Container : in out Vector; Position : in out Cursor; Count : Count_Type := 1);
   procedure Swap (Container : in out Vector; I, J : Cursor);

   function First (Container : Vector) return Cursor;
   function Last (Container : Vector) return Cursor;
   function Next (Position : Cursor) return Cursor;
   procedure Next (Position : in out Cursor);
   function Previous (Position : Cursor) return Cursor;
   procedure Previous (Position : in out Cursor);
   function Find (Container : Vector; Item : Element_Type; Position : Cursor := No_Element) return Cursor;
   function Reverse_Find (Container : Vector; Item : Element_Type; Position : Cursor := No_Element) return Cursor;
   procedure Iterate (Container : Vector; Process : not null access procedure (Position : Cursor));
   procedure Reverse_Iterate (Container : Vector; Process : not null access procedure (Position : Cursor));
   generic
      with function "<" (Left, Right : Element_Type) return Boolean is <>;
   package Generic_Sorting is
      function Is_Sorted (Container : Vector) return Boolean;
      procedure Sort (Container : in out Vector);
      procedure Merge (Target, Source : in out Vector);
   end Generic_Sorting;
private
   subtype Last_Range is Index_Type'Base range No_Index .. Index_Type'Last;
   type Vector is tagged record
      Last : Last_Range := No_Index;
   end record;
   type Cursor is record
      Index : Last_Range := No_Index;
   end record;
   No_Element : constant Cursor := (Index => No_Index);

   function Iter_First (Container : Vector) return Cursor;
   function Iter_Next (Container : Vector; Position : Cursor) return Cursor;
   function Iter_Has (Container : Vector; Position : Cursor) return Boolean;
   function Iter_Element (Container : Vector; Position : Cursor) return Element_Type;
   --  What Container (Index) and Container (Position) give.
   function Iter_Value (Container : Vector; Index : Index_Type) return Element_Type;
   function Iter_Value (Container : Vector; Position : Cursor) return Element_Type;

   Empty_Vector : constant Vector := (Last => No_Index);
   function Empty (Capacity : Count_Type := 10) return Vector is (Empty_Vector);

   --  How many elements there can be.
   Most : constant Count_Type :=
     Count_Type
       (Long_Long_Integer'Min
          (Index_Type'Pos (Index_Type'Last) - Last_Range'Pos (No_Index), Count_Type'Pos (Count_Type'Last)));

   function Length (Container : Vector) return Count_Type is
     (Count_Type (Last_Range'Pos (Container.Last) - Last_Range'Pos (No_Index)));
   function Is_Empty (Container : Vector) return Boolean is (Container.Last = No_Index);
   function First (Container : Vector) return Cursor is
     (if Container.Last = No_Index then No_Element else (Index => Index_Type'First));
   function Last (Container : Vector) return Cursor is (Index => Container.Last);
   function To_Index (Position : Cursor) return Extended_Index is (Position.Index);
   function To_Cursor (Container : Vector; Index : Extended_Index) return Cursor is
     (if Index in Index_Type'First .. Container.Last then (Index => Index) else No_Element);
   function First_Index (Container : Vector) return Index_Type is (Index_Type'First);
   function Last_Index (Container : Vector) return Extended_Index is (Container.Last);
end Ada.Containers.Indefinite_Vectors;
