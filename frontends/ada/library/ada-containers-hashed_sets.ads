--  RM A.18.8, without cursors: the array of the elements, none of which is equivalent to another one.
--  In which order they are looked at is open.
generic
   type Element_Type is private;
   with function Hash (Element : Element_Type) return Hash_Type;
   with function Equivalent_Elements (Left, Right : Element_Type) return Boolean;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Hashed_Sets is
   type Set is tagged private with Iterable => (Slot => Iter_Slot, Order => Iter_Order);
   Empty_Set : constant Set;

   function "=" (Left, Right : Set) return Boolean;
   function Equivalent_Sets (Left, Right : Set) return Boolean;
   function To_Set (New_Item : Element_Type) return Set;
   function Capacity (Container : Set) return Count_Type;
   procedure Reserve_Capacity (Container : in out Set; Capacity : Count_Type) is null;
   function Length (Container : Set) return Count_Type;
   function Is_Empty (Container : Set) return Boolean;
   procedure Clear (Container : in out Set);
   procedure Assign (Target : in out Set; Source : Set);
   function Copy (Source : Set; Capacity : Count_Type := 0) return Set;
   procedure Move (Target : in out Set; Source : in out Set);

   function Contains (Container : Set; Item : Element_Type) return Boolean;
   procedure Insert (Container : in out Set; New_Item : Element_Type);
   procedure Include (Container : in out Set; New_Item : Element_Type);
   procedure Replace (Container : in out Set; New_Item : Element_Type);
   procedure Exclude (Container : in out Set; Item : Element_Type);
   procedure Delete (Container : in out Set; Item : Element_Type);

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
private
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Iter_Elements is array (Iter_Place range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Elements : Iter_Elements (1 .. Last);
   end record;
   type Set is tagged record
      Self : Iter_Content;
   end record;
   --  Only cursors are indices of sets.
   type Iter_No_Index is (No_Index);
   function Iter_Slot (Container : Set; Index : Iter_No_Index) return Iter_Place is (1);
   --  Any order of the places.
   type Iter_Places is array (Iter_Place range <>) of Iter_Place;
   function Iter_Order (Container : Set) return Iter_Places;

   Empty_Set : constant Set := (Self => (Last => 0, Elements => <>));

   function Length (Container : Set) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : Set) return Boolean is (Container.Self.Last = 0);
end Ada.Containers.Hashed_Sets;
