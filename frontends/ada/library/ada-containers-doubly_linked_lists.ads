--  RM A.18.3: the array of the elements, as long as the list is. A cursor has the place of its element, and the version
--  of the list in which it is that place. That cursors are those of the list, and that their elements are still there,
--  is taken for granted.
generic
   type Element_Type is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Doubly_Linked_Lists is
   type List is tagged private with
     Aggregate => (Empty => Empty_List, Add_Unnamed => Append),
     Iterable =>
       (Slot => Iter_Slot,
        Cursor_Slot => Iter_At,
        Cursor => Iter_Cursor,
        Cursor_Element => Iter_Element);
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
   procedure Insert
     (Container : in out List; Before : Cursor; Position : out Cursor; Count : Count_Type := 1);
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
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Iter_Elements is array (Iter_Place range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Elements : Iter_Elements (1 .. Last);
   end record;
   --  Grows where elements get other places.
   type Iter_Version is mod 2 ** 64;
   type List is tagged record
      Self    : Iter_Content;
      Version : Iter_Version := 0;
   end record;
   type Cursor is record
      Place   : Count_Type   := 0;
      Version : Iter_Version := 0;
   end record;
   No_Element : constant Cursor := (Place => 0, Version => 0);
   --  Where its element is.
   function Iter_At (Container : List; Position : Cursor) return Iter_Place;
   function Iter_Element (Container : List; Place : Iter_Place) return Element_Type is
     (Container.Self.Elements (Place));
   function Iter_Cursor (Container : List; Place : Iter_Place) return Cursor is
     (Place => Place, Version => Container.Version);
   --  Only cursors are indices of lists.
   type Iter_No_Index is (No_Index);
   function Iter_Slot (Container : List; Index : Iter_No_Index) return Iter_Place is (1);

   Empty_List : constant List := (Self => (Last => 0, Elements => <>), Version => 0);
   function Empty return List is (Empty_List);

   function "=" (Left, Right : List) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last => Left.Self.Elements (I) = Right.Self.Elements (I)));

   function Has_Element (Position : Cursor) return Boolean is (Position.Place > 0);
   function First (Container : List) return Cursor is
     (if Container.Self.Last = 0 then No_Element else (Place => 1, Version => Container.Version));
   function Last (Container : List) return Cursor is
     (if Container.Self.Last = 0 then No_Element
      else (Place => Container.Self.Last, Version => Container.Version));

   function Length (Container : List) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : List) return Boolean is (Container.Self.Last = 0);
   function First_Element (Container : List) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (1) else raise Constraint_Error);
   function Last_Element (Container : List) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (Container.Self.Last) else raise Constraint_Error);
   function Contains (Container : List; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Elements (I) = Item);
end Ada.Containers.Doubly_Linked_Lists;
