--  RM A.18.9: the array of the elements, in ascending order.
--  A cursor has the place of its element, and the version of the set in which it is that place. That cursors are those
--  of the set, and that their elements are still there, is taken for granted.
generic
   type Element_Type is private;
   with function "<" (Left, Right : Element_Type) return Boolean is <>;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Ordered_Sets is
   function Equivalent_Elements (Left, Right : Element_Type) return Boolean is
     (not (Left < Right) and then not (Right < Left));

   type Set is tagged private with
     Aggregate => (Empty => Empty_Set, Add_Unnamed => Include),
     Iterable =>
       (Slot => Iter_Slot,
        Cursor_Slot => Iter_At,
        Cursor => Iter_Cursor,
        Cursor_Element => Iter_Element);
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
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Iter_Elements is array (Iter_Place range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Elements : Iter_Elements (1 .. Last);
   end record;
   --  Grows where elements get other places.
   type Iter_Version is mod 2 ** 64;
   type Set is tagged record
      Self    : Iter_Content;
      Version : Iter_Version := 0;
   end record;
   type Cursor is record
      Place   : Count_Type   := 0;
      Version : Iter_Version := 0;
   end record;
   No_Element : constant Cursor := (Place => 0, Version => 0);
   --  Where its element is.
   function Iter_At (Container : Set; Position : Cursor) return Iter_Place;
   function Iter_Element (Container : Set; Place : Iter_Place) return Element_Type is (Container.Self.Elements (Place));
   function Iter_Cursor (Container : Set; Place : Iter_Place) return Cursor is
     (Place => Place, Version => Container.Version);
   --  Only cursors are indices of sets.
   type Iter_No_Index is (No_Index);
   function Iter_Slot (Container : Set; Index : Iter_No_Index) return Iter_Place is (1);

   Empty_Set : constant Set := (Self => (Last => 0, Elements => <>), Version => 0);
   function Empty return Set is (Empty_Set);

   function Has_Element (Position : Cursor) return Boolean is (Position.Place > 0);
   function First (Container : Set) return Cursor is
     (if Container.Self.Last = 0 then No_Element else (Place => 1, Version => Container.Version));
   function Last (Container : Set) return Cursor is
     (if Container.Self.Last = 0 then No_Element
      else (Place => Container.Self.Last, Version => Container.Version));

   function Length (Container : Set) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Set) return Boolean is (Container.Self.Last = 0);
   function First_Element (Container : Set) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (1) else raise Constraint_Error);
   function Last_Element (Container : Set) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (Container.Self.Last) else raise Constraint_Error);
end Ada.Containers.Ordered_Sets;
