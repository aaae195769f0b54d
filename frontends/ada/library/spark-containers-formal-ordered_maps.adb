package body SPARK.Containers.Formal.Ordered_Maps with SPARK_Mode is
   function Empty_Map (Capacity : Count_Type := 10) return Map is
     (Capacity => Capacity, Self => (Last => 0, Entries => <>));

   --  Where an entry is.
   function Index (Container : Map; Key : Key_Type) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if Equivalent_Keys (Container.Self.Entries (I).Key, Key) then
            return I;
         end if;
      end loop;
      return 0;
   end Index;

   function Index (Container : Map; Position : Cursor) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if Container.Self.Entries (I).Node = Position.Node then
            return I;
         end if;
      end loop;
      return 0;
   end Index;

   --  A node that no entry has.
   function Free_Node (Container : Map) return Integer with
     Import,
     Post =>
       Free_Node'Result in 1 .. Integer (Container.Capacity)
       and then not Has_Element (Container, (Node => Free_Node'Result));

   --  How many keys are less than one.
   function Less (Container : Map; Key : Key_Type) return Count_Type is
   begin
      for I in 1 .. Container.Self.Last loop
         if not (Container.Self.Entries (I).Key < Key) then
            return I - 1;
         end if;
      end loop;
      return Container.Self.Last;
   end Less;

   function Reference_Index (Container : Map; Position : Cursor) return Count_Type is (Index (Container, Position));
   function Reference_Index (Container : Map; Key : Key_Type) return Count_Type is (Index (Container, Key));

   procedure Clear (Container : in out Map) is
   begin
      Container.Self := (Last => 0, Entries => <>);
   end Clear;

   --  Nodes stay what they are only where one container is the other one.
   procedure Assign (Target : in out Map; Source : Map) is
      Result : Map (Target.Capacity);
   begin
      for I in 1 .. Source.Self.Last loop
         Insert (Result, Source.Self.Entries (I).Key, Source.Self.Entries (I).Element);
      end loop;
      Target.Self := Result.Self;
   end Assign;

   function Copy (Source : Map; Capacity : Count_Type := 0) return Map is
      Size : constant Count_Type := (if Capacity = 0 then Source.Capacity else Capacity);
   begin
      return (Capacity => Size, Self => Source.Self);
   end Copy;

   procedure Move (Target : in out Map; Source : in out Map) is
   begin
      Assign (Target, Source);
      Clear (Source);
   end Move;

   function Key (Container : Map; Position : Cursor) return Key_Type is
     (Container.Self.Entries (Index (Container, Position)).Key);
   function Element (Container : Map; Position : Cursor) return Element_Type is
     (Container.Self.Entries (Index (Container, Position)).Element);
   function Element (Container : Map; Key : Key_Type) return Element_Type is
     (Container.Self.Entries (Index (Container, Key)).Element);

   procedure Replace_Element (Container : in out Map; Position : Cursor; New_Item : Element_Type) is
   begin
      Container.Self.Entries (Index (Container, Position)).Element := New_Item;
   end Replace_Element;

   procedure Append (Container : in out Map; Key : Key_Type; New_Item : Element_Type; Node : out Integer) is
      Before : constant Count_Type := Less (Container, Key);
      Last   : constant Count_Type := Container.Self.Last;
   begin
      Node := Free_Node (Container);
      Container.Self :=
        (Last    => Last + 1,
         Entries =>
           Container.Self.Entries (1 .. Before)
           & Entry_Type'(Node => Node, Key => Key, Element => New_Item)
           & Container.Self.Entries (Before + 1 .. Last));
   end Append;

   procedure Remove (Container : in out Map; At_Index : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last    => Last - 1,
         Entries => Container.Self.Entries (1 .. At_Index - 1) & Container.Self.Entries (At_Index + 1 .. Last));
   end Remove;

   procedure Insert
     (Container : in out Map;
      Key       : Key_Type;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean)
   is
      Known : constant Count_Type := Index (Container, Key);
      Node  : Integer;
   begin
      Inserted := Known = 0;
      if Inserted then
         Append (Container, Key, New_Item, Node);
         Position := (Node => Node);
      else
         Position := (Node => Container.Self.Entries (Known).Node);
      end if;
   end Insert;

   procedure Insert (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
      Node : Integer;
   begin
      Append (Container, Key, New_Item, Node);
   end Insert;

   procedure Include (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, Key);
      Node  : Integer;
   begin
      if Known = 0 then
         Append (Container, Key, New_Item, Node);
      else
         Container.Self.Entries (Known).Key := Key;
         Container.Self.Entries (Known).Element := New_Item;
      end if;
   end Include;

   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, Key);
   begin
      Container.Self.Entries (Known).Key := Key;
      Container.Self.Entries (Known).Element := New_Item;
   end Replace;

   procedure Exclude (Container : in out Map; Key : Key_Type) is
      Known : constant Count_Type := Index (Container, Key);
   begin
      if Known /= 0 then
         Remove (Container, Known);
      end if;
   end Exclude;

   procedure Delete (Container : in out Map; Key : Key_Type) is
   begin
      Remove (Container, Index (Container, Key));
   end Delete;

   procedure Delete (Container : in out Map; Position : in out Cursor) is
   begin
      Remove (Container, Index (Container, Position));
      Position := No_Element;
   end Delete;

   --  The cursor of an entry.
   function Cursor_Of (Container : Map; At_Index : Count_Type) return Cursor is
     ((Node => (if At_Index in 1 .. Container.Self.Last then Container.Self.Entries (At_Index).Node else 0)));

   function First (Container : Map) return Cursor is (Cursor_Of (Container, 1));
   function Last (Container : Map) return Cursor is (Cursor_Of (Container, Container.Self.Last));
   function Next (Container : Map; Position : Cursor) return Cursor is
     (if Position = No_Element or else Index (Container, Position) = Container.Self.Last then No_Element
      else Cursor_Of (Container, Index (Container, Position) + 1));
   procedure Next (Container : Map; Position : in out Cursor) is
   begin
      Position := Next (Container, Position);
   end Next;
   function Previous (Container : Map; Position : Cursor) return Cursor is
     (if Position = No_Element then No_Element else Cursor_Of (Container, Index (Container, Position) - 1));
   procedure Previous (Container : Map; Position : in out Cursor) is
   begin
      Position := Previous (Container, Position);
   end Previous;

   procedure Delete_First (Container : in out Map) is
   begin
      if Container.Self.Last > 0 then
         Remove (Container, 1);
      end if;
   end Delete_First;
   procedure Delete_Last (Container : in out Map) is
   begin
      if Container.Self.Last > 0 then
         Remove (Container, Container.Self.Last);
      end if;
   end Delete_Last;

   --  The last key that is not greater, and the first one that is not less.
   function Floor (Container : Map; Key : Key_Type) return Cursor is
      Before : constant Count_Type := Less (Container, Key);
   begin
      if Before < Container.Self.Last and then not (Key < Container.Self.Entries (Before + 1).Key) then
         return Cursor_Of (Container, Before + 1);
      end if;
      return Cursor_Of (Container, Before);
   end Floor;
   function Ceiling (Container : Map; Key : Key_Type) return Cursor is
      Before : constant Count_Type := Less (Container, Key);
   begin
      return (if Before = Container.Self.Last then No_Element else Cursor_Of (Container, Before + 1));
   end Ceiling;

   function Find (Container : Map; Key : Key_Type) return Cursor is
      Known : constant Count_Type := Index (Container, Key);
   begin
      return (Node => (if Known = 0 then 0 else Container.Self.Entries (Known).Node));
   end Find;
end SPARK.Containers.Formal.Ordered_Maps;
