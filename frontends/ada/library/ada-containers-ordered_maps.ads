--  RM A.18.6, without cursors: the array of the keys, in ascending order, and that of their
--  elements.
generic
   type Key_Type is private;
   type Element_Type is private;
   with function "<" (Left, Right : Key_Type) return Boolean is <>;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Ordered_Maps is
   function Equivalent_Keys (Left, Right : Key_Type) return Boolean is (not (Left < Right) and then not (Right < Left));

   type Map is tagged private with Iterable => (Slot => Reference_Index);
   Empty_Map : constant Map;

   function "=" (Left, Right : Map) return Boolean;
   function Length (Container : Map) return Count_Type;
   function Is_Empty (Container : Map) return Boolean;
   procedure Clear (Container : in out Map);
   procedure Assign (Target : in out Map; Source : Map);
   function Copy (Source : Map) return Map;
   procedure Move (Target : in out Map; Source : in out Map);

   function Contains (Container : Map; Key : Key_Type) return Boolean;
   function Element (Container : Map; Key : Key_Type) return Element_Type;
   --  Where the element is that Container (Key) designates.
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   function Reference_Index (Container : Map; Key : Key_Type) return Iter_Place;

   procedure Insert (Container : in out Map; Key : Key_Type; New_Item : Element_Type);
   procedure Include (Container : in out Map; Key : Key_Type; New_Item : Element_Type);
   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type);
   procedure Exclude (Container : in out Map; Key : Key_Type);
   procedure Delete (Container : in out Map; Key : Key_Type);
   procedure Delete_First (Container : in out Map);
   procedure Delete_Last (Container : in out Map);

   function First_Key (Container : Map) return Key_Type;
   function First_Element (Container : Map) return Element_Type;
   function Last_Key (Container : Map) return Key_Type;
   function Last_Element (Container : Map) return Element_Type;
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
   function First_Key (Container : Map) return Key_Type is
     (if Container.Self.Last > 0 then Container.Self.Keys (1) else raise Constraint_Error);
   function First_Element (Container : Map) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (1) else raise Constraint_Error);
   function Last_Key (Container : Map) return Key_Type is
     (if Container.Self.Last > 0 then Container.Self.Keys (Container.Self.Last) else raise Constraint_Error);
   function Last_Element (Container : Map) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (Container.Self.Last) else raise Constraint_Error);
end Ada.Containers.Ordered_Maps;
