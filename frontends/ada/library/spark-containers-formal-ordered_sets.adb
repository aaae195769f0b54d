package body SPARK.Containers.Formal.Ordered_Sets with SPARK_Mode is
   function Empty_Set (Capacity : Count_Type := 10) return Set is
     (Capacity => Capacity, Self => (Last => 0, Entries => <>));

   --  Where an entry is.
   function Index (Container : Set; Item : Element_Type) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if Equivalent_Elements (Container.Self.Entries (I).Element, Item) then
            return I;
         end if;
      end loop;
      return 0;
   end Index;

   function Index (Container : Set; Position : Cursor) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if Container.Self.Entries (I).Node = Position.Node then
            return I;
         end if;
      end loop;
      return 0;
   end Index;

   --  A node that no entry has.
   function Free_Node (Container : Set) return Integer with
     Import,
     Post =>
       Free_Node'Result in 1 .. Integer (Container.Capacity)
       and then not Has_Element (Container, (Node => Free_Node'Result));

   --  How many elements are less than one.
   function Less (Container : Set; Item : Element_Type) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if not (Container.Self.Entries (I).Element < Item) then
            return I - 1;
         end if;
      end loop;
      return Container.Self.Last;
   end Less;

   function Reference_Index (Container : Set; Position : Cursor) return Count_Type is (Index (Container, Position));

   procedure Clear (Container : in out Set) is
   begin
      Container.Self := (Last => 0, Entries => <>);
   end Clear;

   --  Nodes stay what they are only where one container is the other one.
   procedure Assign (Target : in out Set; Source : Set) is
      Result : Set (Target.Capacity);
   begin
      for I in 1 .. Source.Self.Last loop
         Insert (Result, Source.Self.Entries (I).Element);
      end loop;
      Target.Self := Result.Self;
   end Assign;

   function Copy (Source : Set; Capacity : Count_Type := 0) return Set is
      Size : constant Count_Type := (if Capacity = 0 then Source.Capacity else Capacity);
   begin
      return (Capacity => Size, Self => Source.Self);
   end Copy;

   procedure Move (Target : in out Set; Source : in out Set) is
   begin
      Assign (Target, Source);
      Clear (Source);
   end Move;

   function Element (Container : Set; Position : Cursor) return Element_Type is
     (Container.Self.Entries (Index (Container, Position)).Element);

   procedure Append (Container : in out Set; New_Item : Element_Type; Node : out Integer) is
      Before : constant Count_Type := Less (Container, New_Item);
      Last   : constant Count_Type := Container.Self.Last;
   begin
      Node := Free_Node (Container);
      Container.Self :=
        (Last    => Last + 1,
         Entries =>
           Container.Self.Entries (1 .. Before)
           & Entry_Type'(Node => Node, Element => New_Item)
           & Container.Self.Entries (Before + 1 .. Last));
   end Append;

   procedure Remove (Container : in out Set; At_Index : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last    => Last - 1,
         Entries => Container.Self.Entries (1 .. At_Index - 1) & Container.Self.Entries (At_Index + 1 .. Last));
   end Remove;

   procedure Insert
     (Container : in out Set;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean)
   is
      Known : constant Count_Type := Index (Container, New_Item);
      Node  : Integer;
   begin
      Inserted := Known = 0;
      if Inserted then
         Append (Container, New_Item, Node);
         Position := (Node => Node);
      else
         Position := (Node => Container.Self.Entries (Known).Node);
      end if;
   end Insert;

   procedure Insert (Container : in out Set; New_Item : Element_Type) is
      Node : Integer;
   begin
      Append (Container, New_Item, Node);
   end Insert;

   procedure Include (Container : in out Set; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, New_Item);
      Node  : Integer;
   begin
      if Known = 0 then
         Append (Container, New_Item, Node);
      else
         Container.Self.Entries (Known).Element := New_Item;
      end if;
   end Include;

   procedure Replace (Container : in out Set; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, New_Item);
   begin
      Container.Self.Entries (Known).Element := New_Item;
   end Replace;

   procedure Exclude (Container : in out Set; Item : Element_Type) is
      Known : constant Count_Type := Index (Container, Item);
   begin
      if Known /= 0 then
         Remove (Container, Known);
      end if;
   end Exclude;

   procedure Delete (Container : in out Set; Item : Element_Type) is
   begin
      Remove (Container, Index (Container, Item));
   end Delete;

   procedure Delete (Container : in out Set; Position : in out Cursor) is
   begin
      Remove (Container, Index (Container, Position));
      Position := No_Element;
   end Delete;

   --  The cursor of an entry.
   function Cursor_Of (Container : Set; At_Index : Count_Type) return Cursor is
     ((Node => (if At_Index in 1 .. Container.Self.Last then Container.Self.Entries (At_Index).Node else 0)));

   function First (Container : Set) return Cursor is (Cursor_Of (Container, 1));
   function Last (Container : Set) return Cursor is (Cursor_Of (Container, Container.Self.Last));
   function Next (Container : Set; Position : Cursor) return Cursor is
     (if Position = No_Element or else Index (Container, Position) = Container.Self.Last then No_Element
      else Cursor_Of (Container, Index (Container, Position) + 1));
   procedure Next (Container : Set; Position : in out Cursor) is
   begin
      Position := Next (Container, Position);
   end Next;
   function Previous (Container : Set; Position : Cursor) return Cursor is
     (if Position = No_Element then No_Element else Cursor_Of (Container, Index (Container, Position) - 1));
   procedure Previous (Container : Set; Position : in out Cursor) is
   begin
      Position := Previous (Container, Position);
   end Previous;

   procedure Delete_First (Container : in out Set) is
   begin
      if Container.Self.Last > 0 then
         Remove (Container, 1);
      end if;
   end Delete_First;
   procedure Delete_Last (Container : in out Set) is
   begin
      if Container.Self.Last > 0 then
         Remove (Container, Container.Self.Last);
      end if;
   end Delete_Last;

   --  The last element that is not greater, and the first one that is not less.
   function Floor (Container : Set; Item : Element_Type) return Cursor is
      Before : constant Count_Type := Less (Container, Item);
   begin
      if Before < Container.Self.Last and then not (Item < Container.Self.Entries (Before + 1).Element) then
         return Cursor_Of (Container, Before + 1);
      end if;
      return Cursor_Of (Container, Before);
   end Floor;
   function Ceiling (Container : Set; Item : Element_Type) return Cursor is
      Before : constant Count_Type := Less (Container, Item);
   begin
      return (if Before = Container.Self.Last then No_Element else Cursor_Of (Container, Before + 1));
   end Ceiling;

   function Find (Container : Set; Item : Element_Type) return Cursor is
      Known : constant Count_Type := Index (Container, Item);
   begin
      return (Node => (if Known = 0 then 0 else Container.Self.Entries (Known).Node));
   end Find;
end SPARK.Containers.Formal.Ordered_Sets;
