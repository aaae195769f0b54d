--  RM A.18.5: the array of the keys, none of which is equivalent to another one, and that of their
--  elements. In which order the keys are looked at is open.
--  A cursor has the place of its entry, and the version of the map in which it is that place. That cursors are those of
--  the map, and that their entries are still there, is taken for granted.
generic
   type Key_Type is private;
   type Element_Type is private;
   with function Hash (Key : Key_Type) return Hash_Type;
   with function Equivalent_Keys (Left, Right : Key_Type) return Boolean;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Hashed_Maps is
   type Map is tagged private with
     Aggregate => (Empty => Empty_Map, Add_Named => Insert),
     Iterable =>
       (Slot => Reference_Index,
        Cursor_Slot => Iter_At,
        Cursor => Iter_Cursor,
        Cursor_Element => Iter_Element,
        Cursor_Key => Iter_Key,
        Order => Iter_Order);
   Empty_Map : constant Map;
   function Empty (Capacity : Count_Type := 1000) return Map;

   type Cursor is private;
   No_Element : constant Cursor;
   function "=" (Left, Right : Cursor) return Boolean;
   function Has_Element (Position : Cursor) return Boolean;

   function "=" (Left, Right : Map) return Boolean;
   function Capacity (Container : Map) return Count_Type;
   procedure Reserve_Capacity (Container : in out Map; Capacity : Count_Type) is null;
   function Length (Container : Map) return Count_Type;
   function Is_Empty (Container : Map) return Boolean;
   procedure Clear (Container : in out Map);
   procedure Assign (Target : in out Map; Source : Map);
   function Copy (Source : Map; Capacity : Count_Type := 0) return Map;
   procedure Move (Target : in out Map; Source : in out Map);

   function Contains (Container : Map; Key : Key_Type) return Boolean;
   function Element (Container : Map; Key : Key_Type) return Element_Type;
   --  Where the element is that Container (Key) designates.
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   function Reference_Index (Container : Map; Key : Key_Type) return Iter_Place;
   --  Any order of these places.
   type Iter_Places is array (Iter_Place range <>) of Iter_Place;
   function Iter_Order (Container : Map) return Iter_Places;

   procedure Insert (Container : in out Map; Key : Key_Type; New_Item : Element_Type);
   procedure Include (Container : in out Map; Key : Key_Type; New_Item : Element_Type);
   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type);
   procedure Exclude (Container : in out Map; Key : Key_Type);
   procedure Delete (Container : in out Map; Key : Key_Type);

   function Key (Position : Cursor) return Key_Type;
   function Element (Position : Cursor) return Element_Type;
   procedure Replace_Element (Container : in out Map; Position : Cursor; New_Item : Element_Type);
   procedure Query_Element
     (Position : Cursor; Process : not null access procedure (Key : Key_Type; Element : Element_Type));
   procedure Update_Element
     (Container : in out Map;
      Position  : Cursor;
      Process   : not null access procedure (Key : Key_Type; Element : in out Element_Type));
   procedure Insert
     (Container : in out Map;
      Key       : Key_Type;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean);
   procedure Insert (Container : in out Map; Key : Key_Type; Position : out Cursor; Inserted : out Boolean);
   procedure Delete (Container : in out Map; Position : in out Cursor);
   function First (Container : Map) return Cursor;
   function Next (Position : Cursor) return Cursor;
   procedure Next (Position : in out Cursor);
   function Find (Container : Map; Key : Key_Type) return Cursor;
   procedure Iterate (Container : Map; Process : not null access procedure (Position : Cursor));
private
   type Iter_Keys is array (Iter_Place range <>) of Key_Type;
   type Iter_Elements is array (Iter_Place range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Keys     : Iter_Keys (1 .. Last);
      Elements : Iter_Elements (1 .. Last);
   end record;
   --  Grows where entries get other places.
   type Iter_Version is mod 2 ** 64;
   type Map is tagged record
      Self    : Iter_Content;
      Version : Iter_Version := 0;
   end record;
   type Cursor is record
      Place   : Count_Type   := 0;
      Version : Iter_Version := 0;
   end record;
   No_Element : constant Cursor := (Place => 0, Version => 0);
   --  Where its element is.
   function Iter_At (Container : Map; Position : Cursor) return Iter_Place;
   function Iter_Element (Container : Map; Place : Iter_Place) return Element_Type is (Container.Self.Elements (Place));
   function Iter_Key (Container : Map; Place : Iter_Place) return Key_Type is (Container.Self.Keys (Place));
   function Iter_Cursor (Container : Map; Place : Iter_Place) return Cursor is
     (Place => Place, Version => Container.Version);
   Empty_Map : constant Map := (Self => (Last => 0, others => <>), Version => 0);
   function Empty (Capacity : Count_Type := 1000) return Map is (Empty_Map);

   function Has_Element (Position : Cursor) return Boolean is (Position.Place > 0);

   function Length (Container : Map) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Map) return Boolean is (Container.Self.Last = 0);
end Ada.Containers.Hashed_Maps;
