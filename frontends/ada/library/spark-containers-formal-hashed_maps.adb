package body SPARK.Containers.Formal.Hashed_Maps with SPARK_Mode is
   function Empty_Map (Capacity : Count_Type := 10) return Map is  --  bounded
     (Capacity => Capacity, Modulus => Default_Modulus (Capacity), Self => (Last => 0, others => <>));  --  bounded
   --  unbounded: function Empty_Map return Map is (Self => (Last => 0, others => <>));

   --  Where an entry is.
   function Index (Container : Map; Key : Key_Type) return Count_Type with
     Post =>
       Container.Self.Last <= Container.Capacity
       and then Index'Result <= Container.Self.Last
       and then (for all I in 1 .. Container.Self.Last =>
                   (if I /= Index'Result then not Equivalent_Keys (Container.Self.Keys (I), Key)))
       and then (if Index'Result > 0 then Equivalent_Keys (Container.Self.Keys (Index'Result), Key));
   function Index (Container : Map; Key : Key_Type) return Count_Type is
      --  Nothing is looked for in an empty container.
      Ignored : constant Hash_Type := (if Container.Self.Last = 0 then 0 else Hash (Key));
   begin
      pragma Assume (Container.Self.Last <= Container.Capacity);
      for I in 1 .. Container.Self.Last loop
         if Equivalent_Keys (Container.Self.Keys (I), Key) then
            --  It has none twice.
            pragma Assume (for all J in 1 .. Container.Self.Last =>
                              (if J /= I then not Equivalent_Keys (Container.Self.Keys (J), Key)));
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => not Equivalent_Keys (Container.Self.Keys (J), Key));
      end loop;
      return 0;
   end Index;

   function Index (Container : Map; Position : Cursor) return Count_Type is
   begin
      pragma Assume (Container.Self.Last <= Container.Capacity);
      return Place (Container.Self.Nodes, Position.Node);
   end Index;

   --  Any entry.
   function Any_Entry (Container : Map) return Count_Type with
     Import, Post => Any_Entry'Result in 0 .. Container.Self.Last;

   function Reference_Index (Container : Map; Position : Cursor) return Count_Type is (Index (Container, Position));
   function Reference_Index (Container : Map; Key : Key_Type) return Count_Type is (Index (Container, Key));

   procedure Clear (Container : in out Map) is
   begin
      Container.Self := (Last => 0, others => <>);
   end Clear;

   --  Nodes stay what they are only where one container is the other one.
   procedure Assign (Target : in out Map; Source : Map) is
   begin
      Target.Self :=
        (Last     => Source.Self.Last,
         Nodes    => Any_Nodes (Source.Self.Last, Target.Capacity),
         Keys     => Source.Self.Keys,
         Elements => Source.Self.Elements);
   end Assign;

   function Copy (Source : Map; Capacity : Count_Type := 0) return Map is  --  bounded
     (Capacity => (if Capacity = 0 then Source.Capacity else Capacity),  --  bounded
      Modulus => Source.Modulus, Self => Source.Self);  --  bounded
   --  unbounded: function Copy (Source : Map) return Map is (Source);

   procedure Move (Target : in out Map; Source : in out Map) is
   begin
      Assign (Target, Source);
      Clear (Source);
   end Move;

   function Key (Container : Map; Position : Cursor) return Key_Type is
     (Container.Self.Keys (Index (Container, Position)));
   function Element (Container : Map; Position : Cursor) return Element_Type is
     (Container.Self.Elements (Index (Container, Position)));
   function Element (Container : Map; Key : Key_Type) return Element_Type is
     (Container.Self.Elements (Index (Container, Key)));

   procedure Replace_Element (Container : in out Map; Position : Cursor; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Index (Container, Position)) := New_Item;
   end Replace_Element;

   procedure Append (Container : in out Map; Key : Key_Type; New_Item : Element_Type; Node : out Integer) is
      Ignored : constant Hash_Type := Hash (Key) mod Container.Modulus;  --  bounded
   --  unbounded: Ignored : constant Hash_Type := Hash (Key);
   begin
      Node := Other_Node (Container.Self.Nodes, Container.Self.Last, Container.Capacity);
      Container.Self :=
        (Last     => Container.Self.Last + 1,
         Nodes    => Container.Self.Nodes & Node,
         Keys     => Container.Self.Keys & Key,
         Elements => Container.Self.Elements & New_Item);
   end Append;

   procedure Remove (Container : in out Map; At_Index : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Last - 1,
         Nodes    => Container.Self.Nodes (1 .. At_Index - 1) & Container.Self.Nodes (At_Index + 1 .. Last),
         Keys     => Container.Self.Keys (1 .. At_Index - 1) & Container.Self.Keys (At_Index + 1 .. Last),
         Elements => Container.Self.Elements (1 .. At_Index - 1) & Container.Self.Elements (At_Index + 1 .. Last));
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
         Position := (Node => Container.Self.Nodes (Known));
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
         Container.Self.Keys (Known) := Key;
         Container.Self.Elements (Known) := New_Item;
      end if;
   end Include;

   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, Key);
   begin
      Container.Self.Keys (Known) := Key;
      Container.Self.Elements (Known) := New_Item;
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

   function Any_Cursor (Container : Map) return Cursor is
      Chosen : constant Count_Type := Any_Entry (Container);
   begin
      return (Node => (if Chosen = 0 then 0 else Container.Self.Nodes (Chosen)));
   end Any_Cursor;

   --  The order of keys is open, and may be another one each time.
   function First (Container : Map) return Cursor is
      Chosen : constant Cursor := Any_Cursor (Container);
   begin
      if Container.Self.Last > 0 and Chosen.Node = 0 then
         return (Node => Container.Self.Nodes (1));
      end if;
      return Chosen;
   end First;

   function Next (Container : Map; Position : Cursor) return Cursor is
     (if Position = No_Element then No_Element else Any_Cursor (Container));
   procedure Next (Container : Map; Position : in out Cursor) is
   begin
      Position := Next (Container, Position);
   end Next;

   function Find (Container : Map; Key : Key_Type) return Cursor is
      Known : constant Count_Type := Index (Container, Key);
   begin
      return (Node => (if Known = 0 then 0 else Container.Self.Nodes (Known)));
   end Find;

   package body Formal_Model is
      function Model (Container : Map) return M.Map is
        (M.Iter_Map (M.Iter_Keys (Container.Self.Keys), M.Iter_Elements (Container.Self.Elements)));
   end Formal_Model;
end SPARK.Containers.Formal.Hashed_Maps;
