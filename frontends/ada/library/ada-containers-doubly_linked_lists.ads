--  RM A.18.3, without cursors: the array of the elements, as long as the list is.
generic
   type Element_Type is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Doubly_Linked_Lists is
   type List is tagged private with Iterable => (Slot => Iter_Slot);
   Empty_List : constant List;

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
private
   subtype Iter_Place is Count_Type range 1 .. Count_Type'Last;
   type Iter_Elements is array (Iter_Place range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Elements : Iter_Elements (1 .. Last);
   end record;
   type List is tagged record
      Self : Iter_Content;
   end record;
   --  Only cursors are indices of lists.
   type Iter_No_Index is (No_Index);
   function Iter_Slot (Container : List; Index : Iter_No_Index) return Iter_Place is (1);

   Empty_List : constant List := (Self => (Last => 0, Elements => <>));

   function "=" (Left, Right : List) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last => Left.Self.Elements (I) = Right.Self.Elements (I)));

   function Length (Container : List) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : List) return Boolean is (Container.Self.Last = 0);
   function First_Element (Container : List) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (1) else raise Constraint_Error);
   function Last_Element (Container : List) return Element_Type is
     (if Container.Self.Last > 0 then Container.Self.Elements (Container.Self.Last) else raise Constraint_Error);
   function Contains (Container : List; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Elements (I) = Item);
end Ada.Containers.Doubly_Linked_Lists;
