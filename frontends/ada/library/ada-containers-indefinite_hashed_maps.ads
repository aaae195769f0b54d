--  RM A.18.13: how many elements there are, but not which ones. A cursor says nothing of the container it is of; that
--  cursors are those of the container, and that their elements are still there, is taken for granted.
--  Where elements and keys are definite or arrays, see Hashed_Maps.
with Ada.Containers.Hashed_Maps;

generic
   type Key_Type (<>) is private;
   type Element_Type (<>) is private;
   with function Hash (Key : Key_Type) return Hash_Type;
   with function Equivalent_Keys (Left, Right : Key_Type) return Boolean;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Indefinite_Hashed_Maps is
   type Map is tagged private with
     Aggregate => (Empty => Empty_Map, Add_Named => Insert),
     Iterable =>
       (First       => Iter_First,
        Next        => Iter_Next,
        Has_Element => Iter_Has,
        Element     => Iter_Element,
        Open        => Iter_Value);
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
   procedure Delete (Container : in out Map; Position : in out Cursor);
   function First (Container : Map) return Cursor;
   function Next (Position : Cursor) return Cursor;
   procedure Next (Position : in out Cursor);
   function Find (Container : Map; Key : Key_Type) return Cursor;
   procedure Iterate (Container : Map; Process : not null access procedure (Position : Cursor));
private
   type Map is tagged record
      Last : Count_Type := 0;
   end record;
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Cursor is record
      Place : Count_Type := 0;
   end record;
   No_Element : constant Cursor := (Place => 0);

   function Iter_First (Container : Map) return Cursor;
   function Iter_Next (Container : Map; Position : Cursor) return Cursor;
   function Iter_Has (Container : Map; Position : Cursor) return Boolean;
   function Iter_Element (Container : Map; Position : Cursor) return Element_Type;
   --  What Container (Key) and Container (Position) give.
   function Iter_Value (Container : Map; Key : Key_Type) return Element_Type;
   function Iter_Value (Container : Map; Position : Cursor) return Element_Type;

   Empty_Map : constant Map := (Last => 0);
   function Empty (Capacity : Count_Type := 1000) return Map is (Empty_Map);

   function Length (Container : Map) return Count_Type is (Container.Last);
   function Is_Empty (Container : Map) return Boolean is (Container.Last = 0);
   function Has_Element (Position : Cursor) return Boolean is (Position.Place > 0);
end Ada.Containers.Indefinite_Hashed_Maps;
