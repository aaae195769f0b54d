package body SPARK.Containers.Formal.Ordered_Sets with SPARK_Mode is
   function Empty_Set (Capacity : Count_Type := 10) return Set is
     (Capacity => Capacity, Self => (Last => 0, others => <>));

   --  Where an entry is.
   function Index (Container : Set; Item : Element_Type) return Count_Type with
     Post =>
       Container.Self.Last <= Container.Capacity
       and then Index'Result <= Container.Self.Last
       and then (for all I in 1 .. Container.Self.Last =>
                   (if I /= Index'Result then not Equivalent_Elements (Container.Self.Elements (I), Item)))
       and then (if Index'Result > 0 then Equivalent_Elements (Container.Self.Elements (Index'Result), Item));
   function Index (Container : Set; Item : Element_Type) return Count_Type is
   begin
      pragma Assume (Container.Self.Last <= Container.Capacity);
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

   function Index (Container : Set; Position : Cursor) return Count_Type is
   begin
      pragma Assume (Container.Self.Last <= Container.Capacity);
      return Place (Container.Self.Nodes, Position.Node);
   end Index;

   --  How many elements are less than one.
   function Less (Container : Set; Item : Element_Type) return Count_Type with
     Post =>
       Less'Result <= Container.Self.Last
       and then (for all I in 1 .. Less'Result => Container.Self.Elements (I) < Item)
       and then (if Less'Result < Container.Self.Last then not (Container.Self.Elements (Less'Result + 1) < Item));
   function Less (Container : Set; Item : Element_Type) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if not (Container.Self.Elements (I) < Item) then
            return I - 1;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => Container.Self.Elements (J) < Item);
      end loop;
      return Container.Self.Last;
   end Less;

   function Reference_Index (Container : Set; Position : Cursor) return Count_Type is (Index (Container, Position));

   procedure Clear (Container : in out Set) is
   begin
      Container.Self := (Last => 0, others => <>);
   end Clear;

   --  Nodes stay what they are only where one container is the other one.
   procedure Assign (Target : in out Set; Source : Set) is
   begin
      Target.Self :=
        (Last     => Source.Self.Last,
         Nodes    => Any_Nodes (Source.Self.Last, Target.Capacity),
         Elements => Source.Self.Elements);
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
     (Container.Self.Elements (Index (Container, Position)));

   procedure Append (Container : in out Set; New_Item : Element_Type; Node : out Integer) is
      Before : constant Count_Type := Less (Container, New_Item);
      Last   : constant Count_Type := Container.Self.Last;
   begin
      Node := Other_Node (Container.Self.Nodes, Container.Self.Last, Container.Capacity);
      Container.Self :=
        (Last     => Last + 1,
         Nodes    =>
           Container.Self.Nodes (1 .. Before) & Node & Container.Self.Nodes (Before + 1 .. Last),
         Elements =>
           Container.Self.Elements (1 .. Before) & New_Item & Container.Self.Elements (Before + 1 .. Last));
   end Append;

   procedure Remove (Container : in out Set; At_Index : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Last - 1,
         Nodes    => Container.Self.Nodes (1 .. At_Index - 1) & Container.Self.Nodes (At_Index + 1 .. Last),
         Elements => Container.Self.Elements (1 .. At_Index - 1) & Container.Self.Elements (At_Index + 1 .. Last));
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
         Position := (Node => Container.Self.Nodes (Known));
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
         Container.Self.Elements (Known) := New_Item;
      end if;
   end Include;

   procedure Replace (Container : in out Set; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, New_Item);
   begin
      Container.Self.Elements (Known) := New_Item;
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
     ((Node => (if At_Index in 1 .. Container.Self.Last then Container.Self.Nodes (At_Index) else 0)));

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
      if Before < Container.Self.Last and then not (Item < Container.Self.Elements (Before + 1)) then
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
      return (Node => (if Known = 0 then 0 else Container.Self.Nodes (Known)));
   end Find;
end SPARK.Containers.Formal.Ordered_Sets;
