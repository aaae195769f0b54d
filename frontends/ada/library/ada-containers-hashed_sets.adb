package body Ada.Containers.Hashed_Sets is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   function Any_Place (Last : Iter_Place) return Iter_Place with
     Import, Post => Any_Place'Result <= Last, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;

   --  What the containers that cursors belong to have become, they do not say.
   function "=" (Left, Right : Cursor) return Boolean is
     (if Left.Place = 0 or else Right.Place = 0 then Left.Place = Right.Place else Any_Choice);

   function Iter_At (Container : Set; Position : Cursor) return Iter_Place is
   begin
      if Position.Place = 0 then
         raise Constraint_Error;
      end if;
      May_Be_Foreign;
      if Container.Self.Last = 0 then
         raise Program_Error;
      elsif Position.Version = Container.Version and then Position.Place <= Container.Self.Last then
         return Position.Place;
      end if;
      return Any_Place (Container.Self.Last);
   end Iter_At;

   --  Where an element is.
   function Index (Container : Set; Item : Element_Type) return Count_Type with
     Post =>
       Index'Result <= Container.Self.Last
       and then (for all I in 1 .. Container.Self.Last =>
                   (if I /= Index'Result then not Equivalent_Elements (Container.Self.Elements (I), Item)))
       and then (if Index'Result > 0 then Equivalent_Elements (Container.Self.Elements (Index'Result), Item));
   function Index (Container : Set; Item : Element_Type) return Count_Type is
      --  Nothing is looked for in an empty container.
      Ignored : constant Hash_Type := (if Container.Self.Last = 0 then 0 else Hash (Item));
   begin
      for I in 1 .. Container.Self.Last loop
         if Equivalent_Elements (Container.Self.Elements (I), Item) then
            --  It has none twice.
            pragma Assume (for all J in 1 .. Container.Self.Last =>
                              (if J /= I then not Equivalent_Elements (Container.Self.Elements (J), Item)));
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => not Equivalent_Elements (Container.Self.Elements (J), Item));
      end loop;
      return 0;
   end Index;

   --  Any order.
   function Any_Order (Last : Count_Type) return Iter_Places with
     Import,
     Post =>
       Any_Order'Result'First = 1
       and then Any_Order'Result'Last = Last
       and then (for all I in 1 .. Last => Any_Order'Result (I) in 1 .. Last)
       and then (for all I in 1 .. Last =>
                   (for all J in 1 .. I - 1 => Any_Order'Result (J) /= Any_Order'Result (I))),
     Exceptional_Cases => (others => False);
   function Iter_Order (Container : Set) return Iter_Places is (Any_Order (Container.Self.Last));

   --  How much it is, is open, and it is enough.
   function Room (Length : Count_Type) return Count_Type with
     Import, Post => Room'Result >= Length, Exceptional_Cases => (others => False);
   function Capacity (Container : Set) return Count_Type is (Room (Length (Container)));

   --  A new element comes behind the others.
   function New_Place (Container : Set; Item : Element_Type) return Iter_Place is
      Ignored : constant Hash_Type := Hash (Item);
   begin
      return Container.Self.Last + 1;
   end New_Place;

   procedure Add (Container : in out Set; New_Item : Element_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      if Last = Count_Type'Last then
         raise Constraint_Error;
      end if;
      declare
         Place : constant Iter_Place := New_Place (Container, New_Item);
      begin
         Container.Self :=
           (Last     => Last + 1,
            Elements =>
              Container.Self.Elements (1 .. Place - 1) & New_Item & Container.Self.Elements (Place .. Last));
      end;
   end Add;

   procedure Remove (Container : in out Set; Place : Iter_Place) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Last - 1,
         Elements => Container.Self.Elements (1 .. Place - 1) & Container.Self.Elements (Place + 1 .. Last));
      Container.Version := Container.Version + 1;
   end Remove;

   --  Where an element is that has to be there.
   function Known_Place (Container : Set; Item : Element_Type) return Iter_Place is
      Known : constant Count_Type := Index (Container, Item);
   begin
      if Known = 0 then
         raise Constraint_Error;
      end if;
      return Known;
   end Known_Place;

   function Contains (Container : Set; Item : Element_Type) return Boolean is (Index (Container, Item) > 0);

   --  Whether elements are found that are equal, and not equivalent.
   function Found_By_Hash return Boolean with Import, Exceptional_Cases => (others => False);

   function "=" (Left, Right : Set) return Boolean is
   begin
      if Left.Self.Last /= Right.Self.Last then
         return False;
      end if;
      for E of Left.Self.Elements loop
         if not (for some J in 1 .. Right.Self.Last =>
                   Equivalent_Elements (E, Right.Self.Elements (J)) and then E = Right.Self.Elements (J))
         then
            return (for some J in 1 .. Right.Self.Last => E = Right.Self.Elements (J)) and then Found_By_Hash;
         end if;
      end loop;
      return True;
   end "=";

   function Equivalent_Sets (Left, Right : Set) return Boolean is
     (Left.Self.Last = Right.Self.Last and then Is_Subset (Left, Right));

   function To_Set (New_Item : Element_Type) return Set is
      Result : Set;
   begin
      Add (Result, New_Item);
      return Result;
   end To_Set;

   procedure Clear (Container : in out Set) is
   begin
      Container.Self := (Last => 0, Elements => <>);
   end Clear;

   procedure Assign (Target : in out Set; Source : Set) is
   begin
      Target.Self := Source.Self;
   end Assign;

   function Copy (Source : Set; Capacity : Count_Type := 0) return Set is
   begin
      if Capacity /= 0 and then Capacity < Length (Source) then
         raise Capacity_Error;
      end if;
      return Source;
   end Copy;

   procedure Move (Target : in out Set; Source : in out Set) is
      Former : constant Iter_Content := Source.Self;
   begin
      Clear (Source);
      Target.Self := Former;
   end Move;

   procedure Insert (Container : in out Set; New_Item : Element_Type) is
   begin
      if Index (Container, New_Item) > 0 then
         raise Constraint_Error;
      end if;
      Add (Container, New_Item);
   end Insert;

   procedure Include (Container : in out Set; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, New_Item);
   begin
      if Known = 0 then
         Add (Container, New_Item);
      else
         Container.Self.Elements (Known) := New_Item;
      end if;
   end Include;

   procedure Replace (Container : in out Set; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Known_Place (Container, New_Item)) := New_Item;
   end Replace;

   procedure Exclude (Container : in out Set; Item : Element_Type) is
      Known : constant Count_Type := Index (Container, Item);
   begin
      if Known > 0 then
         Remove (Container, Known);
      end if;
   end Exclude;

   procedure Delete (Container : in out Set; Item : Element_Type) is
   begin
      Remove (Container, Known_Place (Container, Item));
   end Delete;

   function Union (Left, Right : Set) return Set is
      Result : Set := Left;
   begin
      for E of Right.Self.Elements loop
         if not Contains (Left, E) then
            Add (Result, E);
         end if;
      end loop;
      return Result;
   end Union;

   function Intersection (Left, Right : Set) return Set is
      Result : Set;
   begin
      for E of Left.Self.Elements loop
         if Contains (Right, E) then
            Add (Result, E);
         end if;
      end loop;
      return Result;
   end Intersection;

   function Difference (Left, Right : Set) return Set is
      Result : Set;
   begin
      for E of Left.Self.Elements loop
         if not Contains (Right, E) then
            Add (Result, E);
         end if;
      end loop;
      return Result;
   end Difference;

   function Symmetric_Difference (Left, Right : Set) return Set is
     (Union (Difference (Left, Right), Difference (Right, Left)));

   procedure Union (Target : in out Set; Source : Set) is
   begin
      Target.Self := Union (Target, Source).Self;
      Target.Version := Target.Version + 1;
   end Union;

   procedure Intersection (Target : in out Set; Source : Set) is
   begin
      Target.Self := Intersection (Target, Source).Self;
      Target.Version := Target.Version + 1;
   end Intersection;

   procedure Difference (Target : in out Set; Source : Set) is
   begin
      Target.Self := Difference (Target, Source).Self;
      Target.Version := Target.Version + 1;
   end Difference;

   procedure Symmetric_Difference (Target : in out Set; Source : Set) is
   begin
      Target.Self := Symmetric_Difference (Target, Source).Self;
      Target.Version := Target.Version + 1;
   end Symmetric_Difference;

   function Overlap (Left, Right : Set) return Boolean is
     (for some I in 1 .. Left.Self.Last => Contains (Right, Left.Self.Elements (I)));
   function Is_Subset (Subset : Set; Of_Set : Set) return Boolean is
     (for all I in 1 .. Subset.Self.Last => Contains (Of_Set, Subset.Self.Elements (I)));

   function Element (Position : Cursor) return Element_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Element);

   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Position));
   end Query_Element;

   --  An equivalent element may be at this place only.
   procedure Replace_Element (Container : in out Set; Position : Cursor; New_Item : Element_Type) is
      Place : constant Iter_Place := Iter_At (Container, Position);
      Known : constant Count_Type := Index (Container, New_Item);
   begin
      if Known = Place then
         Container.Self.Elements (Place) := New_Item;
      elsif Known > 0 then
         raise Program_Error;
      else
         Remove (Container, Place);
         Add (Container, New_Item);
      end if;
   end Replace_Element;

   procedure Insert
     (Container : in out Set; New_Item : Element_Type; Position : out Cursor; Inserted : out Boolean)
   is
      Known : constant Count_Type := Index (Container, New_Item);
   begin
      Inserted := Known = 0;
      if Inserted then
         Add (Container, New_Item);
         Position := (Place => Index (Container, New_Item), Version => Container.Version);
      else
         Position := (Place => Known, Version => Container.Version);
      end if;
   end Insert;

   procedure Delete (Container : in out Set; Position : in out Cursor) is
   begin
      Remove (Container, Iter_At (Container, Position));
      Position := No_Element;
   end Delete;

   function Find (Container : Set; Item : Element_Type) return Cursor is
      Place : constant Count_Type := Index (Container, Item);
   begin
      return (if Place = 0 then No_Element else (Place => Place, Version => Container.Version));
   end Find;

   function First (Container : Set) return Cursor is
     (if Container.Self.Last = 0 then No_Element
      else (Place => Any_Place (Container.Self.Last), Version => Container.Version));
   --  The order is open.
   function Next (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element
      else (Place => Any_Place (Iter_Place'Last), Version => Position.Version));

   procedure Iterate (Container : Set; Process : not null access procedure (Position : Cursor)) is
      Order : constant Iter_Places := Iter_Order (Container);
   begin
      for I in Order'Range loop
         Process.all (Cursor'(Place => Order (I), Version => Container.Version));
      end loop;
   end Iterate;

   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;
end Ada.Containers.Hashed_Sets;
