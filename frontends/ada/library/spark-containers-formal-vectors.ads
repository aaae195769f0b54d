--  SPARK's library, Containers.Formal.Vectors: the array of the elements, as long as the vector is.
with Ada.Containers; use Ada.Containers;

generic
   type Index_Type is range <>;
   type Element_Type is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Vectors with SPARK_Mode is
   subtype Extended_Index is Index_Type'Base range Index_Type'Pred (Index_Type'First) .. Index_Type'Last;
   No_Index : constant Extended_Index := Extended_Index'First;

   Last_Count : constant Count_Type :=
     Count_Type
       (Long_Long_Integer'Min
          (Index_Type'Pos (Index_Type'Last) - Extended_Index'Pos (Extended_Index'First),
           Count_Type'Pos (Count_Type'Last)));
   subtype Capacity_Range is Count_Type range 0 .. Last_Count;

   type Vector (Capacity : Capacity_Range) is private with
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   package Formal_Model is
      procedure Lift_Abstraction_Level (Container : Vector) is null;
   end Formal_Model;

   function Empty_Vector (Capacity : Capacity_Range := 10) return Vector;

   function "=" (Left, Right : Vector) return Boolean;
   function Capacity (Container : Vector) return Capacity_Range is (Container.Capacity);
   function Length (Container : Vector) return Capacity_Range;
   function Is_Empty (Container : Vector) return Boolean;
   procedure Clear (Container : in out Vector);
   procedure Assign (Target : in out Vector; Source : Vector) with
     Pre => Length (Source) <= Target.Capacity;
   procedure Move (Target : in out Vector; Source : in out Vector) with
     Pre => Length (Source) <= Target.Capacity;

   function Element (Container : Vector; Index : Extended_Index) return Element_Type with
     Pre => Index in First_Index (Container) .. Last_Index (Container);
   procedure Replace_Element (Container : in out Vector; Index : Index_Type; New_Item : Element_Type) with
     Pre => Index in First_Index (Container) .. Last_Index (Container);

   procedure Insert (Container : in out Vector; Before : Extended_Index; New_Item : Element_Type) with
     Pre =>
       Length (Container) < Container.Capacity
       and then (Before in Index_Type'First .. Last_Index (Container)
                 or else Before - 1 = Last_Index (Container));
   procedure Prepend (Container : in out Vector; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Append (Container : in out Vector; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Append (Container : in out Vector; New_Item : Vector) with
     Pre => Length (Container) <= Container.Capacity - Length (New_Item);
   procedure Delete (Container : in out Vector; Index : Extended_Index) with
     Pre => Index in First_Index (Container) .. Last_Index (Container);
   procedure Delete_First (Container : in out Vector) with Pre => Length (Container) > 0;
   procedure Delete_Last (Container : in out Vector) with Pre => Length (Container) > 0;
   procedure Swap (Container : in out Vector; I, J : Index_Type) with
     Pre =>
       I in First_Index (Container) .. Last_Index (Container)
       and then J in First_Index (Container) .. Last_Index (Container);

   function Constant_Reference (Container : aliased Vector; Index : Index_Type)
     return not null access constant Element_Type
   with Import, Pre => Index in First_Index (Container) .. Last_Index (Container);
   function Reference (Container : aliased in out Vector; Index : Index_Type) return not null access Element_Type with
     Import, Pre => Index in First_Index (Container) .. Last_Index (Container);
   --  Where the element is that a reference designates.
   function Reference_Index (Container : Vector; Index : Index_Type) return Index_Type with
     Pre => Index in First_Index (Container) .. Last_Index (Container);

   function First_Index (Container : Vector) return Index_Type is (Index_Type'First);
   function First_Element (Container : Vector) return Element_Type with Pre => not Is_Empty (Container);
   function Last_Index (Container : Vector) return Extended_Index;
   function Last_Element (Container : Vector) return Element_Type with Pre => not Is_Empty (Container);
   function Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'First)
     return Extended_Index;
   function Contains (Container : Vector; Item : Element_Type) return Boolean;
   function Has_Element (Container : Vector; Position : Extended_Index) return Boolean;

   function Iter_First (Container : Vector) return Extended_Index is (Index_Type'First);
   function Iter_Has_Element (Container : Vector; Position : Extended_Index) return Boolean is
     (Position in Index_Type'First .. Last_Index (Container));
   function Iter_Next (Container : Vector; Position : Extended_Index) return Extended_Index is
     (if Position = Extended_Index'Last then Extended_Index'First else Extended_Index'Succ (Position))
   with Pre => Iter_Has_Element (Container, Position);

   subtype Iter_Number is Long_Long_Integer range 0 .. Long_Long_Integer'Last;
   function Iter_Count (Container : Vector) return Iter_Number;
   function Iter_Cursor_At (Container : Vector; Number : Iter_Number) return Extended_Index;
   function Iter_Element_At (Container : Vector; Number : Iter_Number) return Element_Type;
private
   type Entry_Type is record
      Element : Element_Type;
   end record;
   type Entry_Array is array (Index_Type range <>) of Entry_Type;
   type Content (Last : Extended_Index := No_Index) is record
      Entries : Entry_Array (Index_Type'First .. Last);
   end record;
   type Vector (Capacity : Capacity_Range) is record
      Self : Content;
   end record;

   function Length (Container : Vector) return Capacity_Range is
     (Count_Type (Extended_Index'Pos (Container.Self.Last) - Extended_Index'Pos (No_Index)));
   function Is_Empty (Container : Vector) return Boolean is (Container.Self.Last = No_Index);
   function Last_Index (Container : Vector) return Extended_Index is (Container.Self.Last);
   function Has_Element (Container : Vector; Position : Extended_Index) return Boolean is
     (Position in Index_Type'First .. Container.Self.Last);
   function Element (Container : Vector; Index : Extended_Index) return Element_Type is
     (Container.Self.Entries (Index).Element);
   function First_Element (Container : Vector) return Element_Type is
     (Container.Self.Entries (Index_Type'First).Element);
   function Last_Element (Container : Vector) return Element_Type is
     (Container.Self.Entries (Container.Self.Last).Element);
   function Contains (Container : Vector; Item : Element_Type) return Boolean is
     (for some I in Index_Type'First .. Container.Self.Last => Container.Self.Entries (I).Element = Item);
   function "=" (Left, Right : Vector) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in Index_Type'First .. Left.Self.Last =>
                  Left.Self.Entries (I).Element = Right.Self.Entries (I).Element));

   function Reference_Index (Container : Vector; Index : Index_Type) return Index_Type is (Index);

   function Iter_Count (Container : Vector) return Iter_Number is
     (Extended_Index'Pos (Container.Self.Last) - Extended_Index'Pos (No_Index));
   function Iter_Cursor_At (Container : Vector; Number : Iter_Number) return Extended_Index is
     (Extended_Index'Val (Extended_Index'Pos (No_Index) + Number));
   function Iter_Element_At (Container : Vector; Number : Iter_Number) return Element_Type is
     (Container.Self.Entries (Iter_Cursor_At (Container, Number)).Element);
end SPARK.Containers.Formal.Vectors;
