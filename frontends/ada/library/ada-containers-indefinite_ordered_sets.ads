--  RM A.18.16: how many elements there are, but not which ones. A cursor says nothing of the container it is of; that
--  cursors are those of the container, and that their elements are still there, is taken for granted.
--  Where elements and keys are definite or arrays, see Ordered_Sets.
with Ada.Containers.Ordered_Sets;

generic
   type Element_Type (<>) is private;
   with function "<" (Left, Right : Element_Type) return Boolean is <>;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Indefinite_Ordered_Sets is
   function Equivalent_Elements (Left, Right : Element_Type) return Boolean is
     (not (Left < Right) and then not (Right < Left));

   type Set is tagged private with
     Aggregate => (Empty => Empty_Set, Add_Unnamed => Include),
     Iterable =>
       (First       => Iter_First,
        Next        => Iter_Next,
        Has_Element => Iter_Has,
        Element     => Iter_Element,
        Open        => Iter_Value);
   Empty_Set : constant Set;
   function Empty return Set;

   type Cursor is private;
   No_Element : constant Cursor;
   function "=" (Left, Right : Cursor) return Boolean;
   function Has_Element (Position : Cursor) return Boolean;

   function "=" (Left, Right : Set) return Boolean;
   function Equivalent_Sets (Left, Right : Set) return Boolean;
   function To_Set (New_Item : Element_Type) return Set;
   function Length (Container : Set) return Count_Type;
   function Is_Empty (Container : Set) return Boolean;
   procedure Clear (Container : in out Set);
   procedure Assign (Target : in out Set; Source : Set);
   function Copy (Source : Set) return Set;
   procedure Move (Target : in out Set; Source : in out Set);

   function Contains (Container : Set; Item : Element_Type) return Boolean;
   procedure Insert (Container : in out Set; New_Item : Element_Type);
   procedure Include (Container : in out Set; New_Item : Element_Type);
   procedure Replace (Container : in out Set; New_Item : Element_Type);
   procedure Exclude (Container : in out Set; Item : Element_Type);
   procedure Delete (Container : in out Set; Item : Element_Type);
   procedure Delete_First (Container : in out Set);
   procedure Delete_Last (Container : in out Set);
   function First_Element (Container : Set) return Element_Type;
   function Last_Element (Container : Set) return Element_Type;

   procedure Union (Target : in out Set; Source : Set);
   function Union (Left, Right : Set) return Set;
   function "or" (Left, Right : Set) return Set renames Union;
   procedure Intersection (Target : in out Set; Source : Set);
   function Intersection (Left, Right : Set) return Set;
   function "and" (Left, Right : Set) return Set renames Intersection;
   procedure Difference (Target : in out Set; Source : Set);
   function Difference (Left, Right : Set) return Set;
   function "-" (Left, Right : Set) return Set renames Difference;
   procedure Symmetric_Difference (Target : in out Set; Source : Set);
   function Symmetric_Difference (Left, Right : Set) return Set;
   function "xor" (Left, Right : Set) return Set renames Symmetric_Difference;
   function Overlap (Left, Right : Set) return Boolean;
   function Is_Subset (Subset : Set; Of_Set : Set) return Boolean;

   function Element (Position : Cursor) return Element_Type;
   procedure Replace_Element (Container : in out Set; Position : Cursor; New_Item : Element_Type);
   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type));
   procedure Insert
     (Container : in out Set; New_Item : Element_Type; Position : out Cursor; Inserted : out Boolean);
   procedure Delete (Container : in out Set; Position : in out Cursor);
   function First (Container : Set) return Cursor;
   function Next (Position : Cursor) return Cursor;
   procedure Next (Position : in out Cursor);
   function Find (Container : Set; Item : Element_Type) return Cursor;
   function Last (Container : Set) return Cursor;
   function Previous (Position : Cursor) return Cursor;
   procedure Previous (Position : in out Cursor);
   function Floor (Container : Set; Item : Element_Type) return Cursor;
   function Ceiling (Container : Set; Item : Element_Type) return Cursor;
   procedure Iterate (Container : Set; Process : not null access procedure (Position : Cursor));
   procedure Reverse_Iterate (Container : Set; Process : not null access procedure (Position : Cursor));
private
   type Set is tagged record
      Last : Count_Type := 0;
   end record;
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Cursor is record
      Place : Count_Type := 0;
   end record;
   No_Element : constant Cursor := (Place => 0);

   function Iter_First (Container : Set) return Cursor;
   function Iter_Next (Container : Set; Position : Cursor) return Cursor;
   function Iter_Has (Container : Set; Position : Cursor) return Boolean;
   function Iter_Element (Container : Set; Position : Cursor) return Element_Type;
   --  What Container (Position) gives.
   function Iter_Value (Container : Set; Position : Cursor) return Element_Type;

   Empty_Set : constant Set := (Last => 0);
   function Empty return Set is (Empty_Set);

   function Length (Container : Set) return Count_Type is (Container.Last);
   function Is_Empty (Container : Set) return Boolean is (Container.Last = 0);
   function Has_Element (Position : Cursor) return Boolean is (Position.Place > 0);
end Ada.Containers.Indefinite_Ordered_Sets;
