package body SPARK.Containers.Formal.Doubly_Linked_Lists with SPARK_Mode is
   function Empty_List (Capacity : Count_Type := 10) return List is  --  bounded
     (Capacity => Capacity, Self => (Last => 0, others => <>));  --  bounded
   --  unbounded: function Empty_List return List is (Self => (Last => 0, others => <>));

   --  Where an entry is.
   function Index (Container : List; Position : Cursor) return Count_Type is
     (Place (Container.Self.Nodes, Position.Node));

   function Reference_Index (Container : List; Position : Cursor) return Count_Type is (Index (Container, Position));

   procedure Clear (Container : in out List) is
   begin
      Container.Self := (Last => 0, others => <>);
   end Clear;

   --  Nodes stay what they are only where one container is the other one.
   procedure Assign (Target : in out List; Source : List) is
   begin
      Target.Self :=
        (Last     => Source.Self.Last,
         Nodes    => Any_Nodes (Source.Self.Last, Target.Capacity),
         Elements => Source.Self.Elements);
   end Assign;

   function Copy (Source : List; Capacity : Count_Type := 0) return List is  --  bounded
     (Capacity => (if Capacity = 0 then Source.Capacity else Capacity), Self => Source.Self);  --  bounded
   --  unbounded: function Copy (Source : List) return List is (Source);

   procedure Move (Target : in out List; Source : in out List) is
   begin
      Assign (Target, Source);
      Clear (Source);
   end Move;

   function Element (Container : List; Position : Cursor) return Element_Type is
     (Container.Self.Elements (Index (Container, Position)));

   procedure Insert_At
     (Container : in out List; At_Index : Count_Type; New_Item : Element_Type; Node : out Integer)
   is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Node := Other_Node (Container.Self.Nodes, Container.Self.Last, Container.Capacity);
      Container.Self :=
        (Last     => Last + 1,
         Nodes    => Container.Self.Nodes (1 .. At_Index - 1) & Node & Container.Self.Nodes (At_Index .. Last),
         Elements =>
           Container.Self.Elements (1 .. At_Index - 1) & New_Item & Container.Self.Elements (At_Index .. Last));
   end Insert_At;

   procedure Remove (Container : in out List; At_Index : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Last - 1,
         Nodes    => Container.Self.Nodes (1 .. At_Index - 1) & Container.Self.Nodes (At_Index + 1 .. Last),
         Elements => Container.Self.Elements (1 .. At_Index - 1) & Container.Self.Elements (At_Index + 1 .. Last));
   end Remove;

   procedure Replace_Element (Container : in out List; Position : Cursor; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Index (Container, Position)) := New_Item;
   end Replace_Element;

   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type; Position : out Cursor) is
      At_Index : constant Count_Type :=
        (if Before = No_Element then Container.Self.Last + 1 else Index (Container, Before));
      Node     : Integer;
   begin
      Insert_At (Container, At_Index, New_Item, Node);
      Position := (Node => Node);
   end Insert;
   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type) is
      Position : Cursor;
   begin
      Insert (Container, Before, New_Item, Position);
   end Insert;
   procedure Prepend (Container : in out List; New_Item : Element_Type) is
      Node : Integer;
   begin
      Insert_At (Container, 1, New_Item, Node);
   end Prepend;
   procedure Append (Container : in out List; New_Item : Element_Type) is
      Node : Integer;
   begin
      Insert_At (Container, Container.Self.Last + 1, New_Item, Node);
   end Append;

   procedure Delete (Container : in out List; Position : in out Cursor) is
   begin
      Remove (Container, Index (Container, Position));
      Position := No_Element;
   end Delete;

   --  The cursor of an entry.
   function Cursor_Of (Container : List; At_Index : Count_Type) return Cursor is
     ((Node => (if At_Index in 1 .. Container.Self.Last then Container.Self.Nodes (At_Index) else 0)));

   function First (Container : List) return Cursor is (Cursor_Of (Container, 1));
   function Last (Container : List) return Cursor is (Cursor_Of (Container, Container.Self.Last));
   function Next (Container : List; Position : Cursor) return Cursor is
     (if Position = No_Element or else Index (Container, Position) = Container.Self.Last then No_Element
      else Cursor_Of (Container, Index (Container, Position) + 1));
   procedure Next (Container : List; Position : in out Cursor) is
   begin
      Position := Next (Container, Position);
   end Next;
   function Previous (Container : List; Position : Cursor) return Cursor is
     (if Position = No_Element then No_Element else Cursor_Of (Container, Index (Container, Position) - 1));
   procedure Previous (Container : List; Position : in out Cursor) is
   begin
      Position := Previous (Container, Position);
   end Previous;

   procedure Delete_First (Container : in out List) is
   begin
      if Container.Self.Last > 0 then
         Remove (Container, 1);
      end if;
   end Delete_First;
   procedure Delete_Last (Container : in out List) is
   begin
      if Container.Self.Last > 0 then
         Remove (Container, Container.Self.Last);
      end if;
   end Delete_Last;

   procedure Reverse_Elements (Container : in out List) is
      Old  : constant Iter_Content := Container.Self;
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Last,
         Nodes    => [for I in 1 .. Last => Old.Nodes (Last + 1 - I)],
         Elements => [for I in 1 .. Last => Old.Elements (Last + 1 - I)]);
   end Reverse_Elements;

   procedure Swap (Container : in out List; I, J : Cursor) is
      First  : constant Count_Type := Index (Container, I);
      Second : constant Count_Type := Index (Container, J);
      Former : constant Element_Type := Container.Self.Elements (First);
   begin
      Container.Self.Elements (First) := Container.Self.Elements (Second);
      Container.Self.Elements (Second) := Former;
   end Swap;
   procedure Swap_Links (Container : in out List; I, J : Cursor) is
      First  : constant Count_Type := Index (Container, I);
      Second : constant Count_Type := Index (Container, J);
   begin
      Swap (Container, I, J);
      Container.Self.Nodes (First) := J.Node;
      Container.Self.Nodes (Second) := I.Node;
   end Swap_Links;

   --  Where an item is, from some place on.
   function Place (Container : List; Item : Element_Type; From : Count_Type) return Count_Type with
     Pre  => From > 0,
     Post =>
       Place'Result <= Container.Self.Last
       and then (for all I in From .. (if Place'Result = 0 then Container.Self.Last else Place'Result - 1) =>
                   not (Container.Self.Elements (I) = Item))
       and then (if Place'Result > 0 then
                   Place'Result >= From and then Container.Self.Elements (Place'Result) = Item);
   function Place (Container : List; Item : Element_Type; From : Count_Type) return Count_Type is
   begin
      for I in From .. Container.Self.Last loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in From .. I => not (Container.Self.Elements (J) = Item));
      end loop;
      return 0;
   end Place;

   function Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
      From  : constant Count_Type := (if Position = No_Element then 1 else Index (Container, Position));
      Found : constant Count_Type := Place (Container, Item, From);
   begin
      return (Node => (if Found = 0 then 0 else Container.Self.Nodes (Found)));
   end Find;

   --  Where an item is, up to some place.
   function Last_Place (Container : List; Item : Element_Type; Up_To : Count_Type) return Count_Type with
     Pre  => Up_To <= Container.Self.Last,
     Post =>
       Last_Place'Result <= Up_To
       and then (for all I in Last_Place'Result + 1 .. Up_To => not (Container.Self.Elements (I) = Item))
       and then (if Last_Place'Result > 0 then Container.Self.Elements (Last_Place'Result) = Item);
   function Last_Place (Container : List; Item : Element_Type; Up_To : Count_Type) return Count_Type is
   begin
      for I in reverse 1 .. Up_To loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in I .. Up_To => not (Container.Self.Elements (J) = Item));
      end loop;
      return 0;
   end Last_Place;

   function Reverse_Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
     (Cursor_Of
        (Container,
         Last_Place
           (Container, Item, (if Position = No_Element then Container.Self.Last else Index (Container, Position)))));

   package body Formal_Model is
      package body P is
         function Get (Container : Map; Key : Cursor) return Positive_Count_Type is
           (Place (Container.Self.Nodes, Key.Node));

         --  The order of keys is open, and may be another one each time.
         function Any_Position (Container : Map) return Count_Type with
           Import, Post => Any_Position'Result <= Container.Self.Last;
         function Iter_First (Container : Map) return Count_Type is (Any_Position (Container));
         function Iter_Next (Container : Map; Position : Count_Type) return Count_Type is (Any_Position (Container));
      end P;

      function Model (Container : List) return M.Sequence is (M.Iter_Sequence (Container.Self));
      function Positions (Container : List) return P.Map is (P.Iter_Map (Container.Self));
   end Formal_Model;
end SPARK.Containers.Formal.Doubly_Linked_Lists;
