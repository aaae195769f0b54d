package body SPARK.Containers.Formal.Ordered_Sets with SPARK_Mode is
   function Empty_Set (Capacity : Count_Type := 10) return Set is  --  bounded
     (Capacity => Capacity, Self => (Last => 0, others => <>));  --  bounded
   --  unbounded: function Empty_Set return Set is (Self => (Last => 0, others => <>));

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

   function Copy (Source : Set; Capacity : Count_Type := 0) return Set is  --  bounded
     (Capacity => (if Capacity = 0 then Source.Capacity else Capacity), Self => Source.Self);  --  bounded
   --  unbounded: function Copy (Source : Set) return Set is (Source);

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

   --  Whether an element is there; it is not hashed.
   function Has (Container : Set; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Equivalent_Elements (Container.Self.Elements (I), Item));

   function In_Order (Left, Right : Element_Type) return Boolean is (Left < Right);
   function Ascending (Self : Content) return Boolean is
     (for all I in 1 .. Self.Last => (for all J in 1 .. I - 1 => In_Order (Self.Elements (J), Self.Elements (I))));

   --  The elements of both sets, of the first one alone, and of the second one alone, as far as they are asked for.
   function Combined
     (Left, Right : Set; Both, First_Only, Second_Only : Boolean; Capacity : Count_Type) return Content
   with
     Import,
     Post =>
       Combined'Result.Last <= Capacity
       and then (for all I in 1 .. Combined'Result.Last => Combined'Result.Nodes (I) in 1 .. Integer (Capacity))
       and then (for all I in 1 .. Combined'Result.Last =>
                   (if Has (Left, Combined'Result.Elements (I)) then
                      (if Has (Right, Combined'Result.Elements (I)) then Both else First_Only)
                    else Second_Only and then Has (Right, Combined'Result.Elements (I))))
       and then (for all I in 1 .. Left.Self.Last =>
                   (if (if Has (Right, Left.Self.Elements (I)) then Both else First_Only) then
                      (for some J in 1 .. Combined'Result.Last =>
                         Equivalent_Elements (Combined'Result.Elements (J), Left.Self.Elements (I)))))
       and then (for all I in 1 .. Right.Self.Last =>
                   (if (if Has (Left, Right.Self.Elements (I)) then Both else Second_Only) then
                      (for some J in 1 .. Combined'Result.Last =>
                         Equivalent_Elements (Combined'Result.Elements (J), Right.Self.Elements (I)))))
       and then Ascending (Combined'Result)
       and then Combined'Result.Last <= (if Second_Only then Left.Self.Last + Right.Self.Last else Left.Self.Last)
       and then (if Both and not First_Only then Combined'Result.Last <= Right.Self.Last)
       and then (if Both and First_Only then Combined'Result.Last >= Left.Self.Last)
       and then (if Both and Second_Only then Combined'Result.Last >= Right.Self.Last);

   function To_Set (New_Item : Element_Type) return Set is
      Result : Set := Empty_Set;
   begin
      Insert (Result, New_Item);
      return Result;
   end To_Set;

   procedure Union (Target : in out Set; Source : Set) is
   begin
      Target.Self := Combined (Target, Source, True, True, True, Target.Capacity);
   end Union;
   procedure Intersection (Target : in out Set; Source : Set) is
   begin
      Target.Self := Combined (Target, Source, True, False, False, Target.Capacity);
   end Intersection;
   procedure Difference (Target : in out Set; Source : Set) is
   begin
      Target.Self := Combined (Target, Source, False, True, False, Target.Capacity);
   end Difference;
   procedure Symmetric_Difference (Target : in out Set; Source : Set) is
   begin
      Target.Self := Combined (Target, Source, False, True, True, Target.Capacity);
   end Symmetric_Difference;

   function With_Room (Room : Count_Type; Self : Content) return Set is  --  bounded
     (Capacity => Room, Self => Self);  --  bounded
   --  unbounded: function With_Room (Room : Count_Type; Self : Content) return Set is (Self => Self);

   function Union (Left, Right : Set) return Set is
     (With_Room
        (Length (Left) + Length (Right),
         Combined (Left, Right, True, True, True, Length (Left) + Length (Right))));
   function Intersection (Left, Right : Set) return Set is
     (With_Room (Length (Left), Combined (Left, Right, True, False, False, Length (Left))));
   function Difference (Left, Right : Set) return Set is
     (With_Room (Length (Left), Combined (Left, Right, False, True, False, Length (Left))));
   function Symmetric_Difference (Left, Right : Set) return Set is
     (With_Room
        (Length (Left) + Length (Right),
         Combined (Left, Right, False, True, True, Length (Left) + Length (Right))));

   function Overlap (Left, Right : Set) return Boolean is
     (for some I in 1 .. Left.Self.Last => Has (Right, Left.Self.Elements (I)));
   function Is_Subset (Subset : Set; Of_Set : Set) return Boolean is
     (for all I in 1 .. Subset.Self.Last => Has (Of_Set, Subset.Self.Elements (I)));
   function Equivalent_Sets (Left, Right : Set) return Boolean is
     (Left.Self.Last = Right.Self.Last and then Is_Subset (Left, Right));

   package body Generic_Keys is
      --  Where an entry is.
      function Index (Container : Set; Key : Key_Type) return Count_Type with
        Post =>
          Index'Result <= Container.Self.Last
          and then (for all I in 1 .. Container.Self.Last =>
                      (if I /= Index'Result then not Equivalent_Keys (Iter_Key (Container.Self.Elements (I)), Key)))
          and then (if Index'Result > 0 then
                      Equivalent_Keys (Iter_Key (Container.Self.Elements (Index'Result)), Key));
      function Index (Container : Set; Key : Key_Type) return Count_Type is
      begin
         for I in 1 .. Container.Self.Last loop
            if Equivalent_Keys (Iter_Key (Container.Self.Elements (I)), Key) then
               --  It has none twice.
               pragma Assume (for all J in 1 .. Container.Self.Last =>
                                 (if J /= I then
                                    not Equivalent_Keys (Iter_Key (Container.Self.Elements (J)), Key)));
               return I;
            end if;
            pragma Loop_Invariant
              (for all J in 1 .. I => not Equivalent_Keys (Iter_Key (Container.Self.Elements (J)), Key));
         end loop;
         return 0;
      end Index;

      function Key (Container : Set; Position : Cursor) return Key_Type is
        (Iter_Key (Element (Container, Position)));
      function Element (Container : Set; Key : Key_Type) return Element_Type is
        (Container.Self.Elements (Index (Container, Key)));
      procedure Exclude (Container : in out Set; Key : Key_Type) is
         Known : constant Count_Type := Index (Container, Key);
      begin
         if Known /= 0 then
            Remove (Container, Known);
         end if;
      end Exclude;
      procedure Delete (Container : in out Set; Key : Key_Type) is
      begin
         Remove (Container, Index (Container, Key));
      end Delete;
      function Find (Container : Set; Key : Key_Type) return Cursor is
        (Cursor_Of (Container, Index (Container, Key)));
      function Contains (Container : Set; Key : Key_Type) return Boolean is
        (for some I in 1 .. Container.Self.Last =>
           Equivalent_Keys (Iter_Key (Container.Self.Elements (I)), Key));
   end Generic_Keys;

   package body Formal_Model is
      function Model (Container : Set) return M.Set is
        (M.Iter_Set (M.Iter_Elements (Container.Self.Elements)));
      function Elements (Container : Set) return E.Sequence is
        (E.Iter_Sequence (E.Iter_Elements (Container.Self.Elements)));
      function Positions (Container : Set) return P.Map is
        (P.Iter_Map
           ([for I in 1 .. Integer (Container.Self.Last) => (Node => Container.Self.Nodes (Count_Type (I)))],
            [for I in 1 .. Integer (Container.Self.Last) => Count_Type (I)]));
   end Formal_Model;
end SPARK.Containers.Formal.Ordered_Sets;
