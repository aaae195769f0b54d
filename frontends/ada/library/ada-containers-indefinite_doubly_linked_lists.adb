package body Ada.Containers.Indefinite_Doubly_Linked_Lists is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;
   function Any_Place (Last : Iter_Place) return Iter_Place with
     Import, Post => Any_Place'Result <= Last, Exceptional_Cases => (others => False);

   function "=" (Left, Right : Cursor) return Boolean is
     (if Left.Place = 0 or else Right.Place = 0 then Left.Place = Right.Place else Any_Choice);

   --  Whether something is there.
   function Some_Of (Container : List) return Boolean is (Container.Last > 0 and then Any_Choice);

   function Iter_First (Container : List) return Cursor is (Place => Count_Type'Min (1, Container.Last));
   function Iter_Has (Container : List; Position : Cursor) return Boolean is (Position.Place > 0);
   function Iter_Next (Container : List; Position : Cursor) return Cursor is
     (if Position.Place < Container.Last then (Place => Position.Place + 1) else No_Element);
   function Iter_Element (Container : List; Position : Cursor) return Element_Type is (Any_Element);

   procedure Check_There (Container : List; Position : Cursor) is
   begin
      if Position.Place = 0 then
         raise Constraint_Error;
      end if;
      May_Be_Foreign;
      if Container.Last = 0 then
         raise Program_Error;
      end if;
   end Check_There;

   function Iter_Value (Container : List; Position : Cursor) return Element_Type is
   begin
      Check_There (Container, Position);
      return Any_Element;
   end Iter_Value;

   procedure Grow (Container : in out List; Count : Count_Type) is
   begin
      if Count > Count_Type'Last - Container.Last then
         raise Constraint_Error;
      end if;
      Container.Last := Container.Last + Count;
   end Grow;

   procedure Shrink (Container : in out List; Count : Count_Type) is
   begin
      Container.Last := (if Count >= Container.Last then 0 else Container.Last - Count);
   end Shrink;

   procedure Clear (Container : in out List) is
   begin
      Container.Last := 0;
   end Clear;
   procedure Assign (Target : in out List; Source : List) is
   begin
      Target.Last := Source.Last;
   end Assign;
   procedure Move (Target : in out List; Source : in out List) is
      Former : constant Count_Type := Source.Last;
   begin
      Source.Last := 0;
      Target.Last := Former;
   end Move;

   function Found (Container : List) return Cursor is
     (if Container.Last > 0 and then Any_Choice then (Place => Any_Place (Container.Last)) else No_Element);
   function Element (Position : Cursor) return Element_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Element);
   function First (Container : List) return Cursor is (Place => Count_Type'Min (1, Container.Last));

   --  Which place is next, and where its container ends, a cursor does not know.
   function Next (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element else (Place => Any_Place (Iter_Place'Last)));
   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;

   procedure Iterate (Container : List; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in 1 .. Container.Last loop
         Process.all (Cursor'(Place => I));
      end loop;
   end Iterate;

   function "=" (Left, Right : List) return Boolean is
     (Left.Last = Right.Last and then (Left.Last = 0 or else Any_Choice));
   function Copy (Source : List) return List is (Source);

   procedure Prepend (Container : in out List; New_Item : Element_Type; Count : Count_Type := 1) is
   begin
      Grow (Container, Count);
   end Prepend;
   procedure Append (Container : in out List; New_Item : Element_Type; Count : Count_Type) is
   begin
      Grow (Container, Count);
   end Append;
   procedure Append (Container : in out List; New_Item : Element_Type) is
   begin
      Grow (Container, 1);
   end Append;
   procedure Delete_First (Container : in out List; Count : Count_Type := 1) is
   begin
      Shrink (Container, Count);
   end Delete_First;
   procedure Delete_Last (Container : in out List; Count : Count_Type := 1) is
   begin
      Shrink (Container, Count);
   end Delete_Last;
   procedure Reverse_Elements (Container : in out List) is null;

   function First_Element (Container : List) return Element_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Element);
   function Last_Element (Container : List) return Element_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Element);
   function Contains (Container : List; Item : Element_Type) return Boolean is (Some_Of (Container));

   procedure Replace_Element (Container : in out List; Position : Cursor; New_Item : Element_Type) is
   begin
      Check_There (Container, Position);
   end Replace_Element;
   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Position));
   end Query_Element;
   procedure Update_Element
     (Container : in out List;
      Position  : Cursor;
      Process   : not null access procedure (Element : in out Element_Type)) is
   begin
      Check_There (Container, Position);
      declare
         Known : Element_Type := Any_Element;
      begin
         Process.all (Known);
      end;
   end Update_Element;

   procedure Insert
     (Container : in out List;
      Before    : Cursor;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Count     : Count_Type := 1) is
   begin
      if Before.Place > 0 then
         Check_There (Container, Before);
      end if;
      Grow (Container, Count);
      Position := (if Count = 0 then Before else (Place => Any_Place (Container.Last)));
   end Insert;
   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type; Count : Count_Type := 1) is
      Ignored : Cursor;
   begin
      Insert (Container, Before, New_Item, Ignored, Count);
   end Insert;
   --  How many elements come behind a cursor is not known, but that it is one at least.
   procedure Delete (Container : in out List; Position : in out Cursor; Count : Count_Type := 1) is
   begin
      Check_There (Container, Position);
      if Count > 0 then
         Shrink (Container, Any_Place (Count));
      end if;
      Position := No_Element;
   end Delete;
   procedure Swap (Container : in out List; I, J : Cursor) is
   begin
      Check_There (Container, I);
      Check_There (Container, J);
   end Swap;
   procedure Swap_Links (Container : in out List; I, J : Cursor) is
   begin
      Swap (Container, I, J);
   end Swap_Links;

   function Last (Container : List) return Cursor is (Place => Container.Last);
   function Previous (Position : Cursor) return Cursor is (Next (Position));
   procedure Previous (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Previous;
   function Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
   begin
      if Position.Place > 0 then
         Check_There (Container, Position);
      end if;
      return Found (Container);
   end Find;
   function Reverse_Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
     (Find (Container, Item, Position));
   procedure Reverse_Iterate (Container : List; Process : not null access procedure (Position : Cursor)) is
   begin
      Iterate (Container, Process);
   end Reverse_Iterate;

   package body Generic_Sorting is
      function Is_Sorted (Container : List) return Boolean is (Any_Choice);
      procedure Sort (Container : in out List) is null;
      procedure Merge (Target, Source : in out List) is
      begin
         Grow (Target, Length (Source));
         Clear (Source);
      end Merge;
   end Generic_Sorting;
end Ada.Containers.Indefinite_Doubly_Linked_Lists;
