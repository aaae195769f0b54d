--  RM A.18.5, without cursors: the array of the keys, none of which is equivalent to another one, and that of their
--  elements. In which order the keys are looked at is open.
generic
   type Key_Type is private;
   type Element_Type is private;
   with function Hash (Key : Key_Type) return Hash_Type;
   with function Equivalent_Keys (Left, Right : Key_Type) return Boolean;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Hashed_Maps is
   type Map is tagged private with Iterable => (Slot => Reference_Index, Order => Iter_Order);
   Empty_Map : constant Map;

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
private
   type Iter_Keys is array (Iter_Place range <>) of Key_Type;
   type Iter_Elements is array (Iter_Place range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Keys     : Iter_Keys (1 .. Last);
      Elements : Iter_Elements (1 .. Last);
   end record;
   type Map is tagged record
      Self : Iter_Content;
   end record;
   Empty_Map : constant Map := (Self => (Last => 0, others => <>));

   function Length (Container : Map) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Map) return Boolean is (Container.Self.Last = 0);
end Ada.Containers.Hashed_Maps;
