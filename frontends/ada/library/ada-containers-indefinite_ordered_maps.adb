package body Ada.Containers.Indefinite_Ordered_Maps is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;
   function Any_Key return Key_Type with Import, Exceptional_Cases => (others => False);
   function Any_Place (Last : Iter_Place) return Iter_Place with
     Import, Post => Any_Place'Result <= Last, Exceptional_Cases => (others => False);

   function "=" (Left, Right : Cursor) return Boolean is
     (if Left.Place = 0 or else Right.Place = 0 then Left.Place = Right.Place else Any_Choice);

   --  Whether something is there.
   function Some_Of (Container : Map) return Boolean is (Container.Last > 0 and then Any_Choice);

   function Iter_First (Container : Map) return Cursor is (Place => Count_Type'Min (1, Container.Last));
   function Iter_Has (Container : Map; Position : Cursor) return Boolean is (Position.Place > 0);
   function Iter_Next (Container : Map; Position : Cursor) return Cursor is
     (if Position.Place < Container.Last then (Place => Position.Place + 1) else No_Element);
   function Iter_Element (Container : Map; Position : Cursor) return Element_Type is (Any_Element);

   procedure Check_There (Container : Map; Position : Cursor) is
   begin
      if Position.Place = 0 then
         raise Constraint_Error;
      end if;
      May_Be_Foreign;
      if Container.Last = 0 then
         raise Program_Error;
      end if;
   end Check_There;

   function Iter_Value (Container : Map; Position : Cursor) return Element_Type is
   begin
      Check_There (Container, Position);
      return Any_Element;
   end Iter_Value;

   procedure Grow (Container : in out Map; Count : Count_Type) is
   begin
      if Count > Count_Type'Last - Container.Last then
         raise Constraint_Error;
      end if;
      Container.Last := Container.Last + Count;
   end Grow;

   procedure Shrink (Container : in out Map; Count : Count_Type) is
   begin
      Container.Last := (if Count >= Container.Last then 0 else Container.Last - Count);
   end Shrink;

   procedure Clear (Container : in out Map) is
   begin
      Container.Last := 0;
   end Clear;
   procedure Assign (Target : in out Map; Source : Map) is
   begin
      Target.Last := Source.Last;
   end Assign;
   procedure Move (Target : in out Map; Source : in out Map) is
      Former : constant Count_Type := Source.Last;
   begin
      Source.Last := 0;
      Target.Last := Former;
   end Move;

   function Found (Container : Map) return Cursor is
     (if Container.Last > 0 and then Any_Choice then (Place => Any_Place (Container.Last)) else No_Element);
   function Element (Position : Cursor) return Element_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Element);
   function First (Container : Map) return Cursor is (Place => Count_Type'Min (1, Container.Last));

   --  Which place is next, and where its container ends, a cursor does not know.
   function Next (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element else (Place => Any_Place (Iter_Place'Last)));
   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;

   procedure Iterate (Container : Map; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in 1 .. Container.Last loop
         Process.all (Cursor'(Place => I));
      end loop;
   end Iterate;

   function Copy (Source : Map) return Map is (Source);
   function First_Key (Container : Map) return Key_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Key);
   function Last_Key (Container : Map) return Key_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Key);

   function Last (Container : Map) return Cursor is (Place => Container.Last);
   function Previous (Position : Cursor) return Cursor is (Next (Position));
   procedure Previous (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Previous;
   procedure Reverse_Iterate (Container : Map; Process : not null access procedure (Position : Cursor)) is
   begin
      Iterate (Container, Process);
   end Reverse_Iterate;
   procedure Delete_First (Container : in out Map) is
   begin
      Shrink (Container, 1);
   end Delete_First;
   procedure Delete_Last (Container : in out Map) is
   begin
      Shrink (Container, 1);
   end Delete_Last;
   function Floor (Container : Map; Key : Key_Type) return Cursor is (Found (Container));
   function Ceiling (Container : Map; Key : Key_Type) return Cursor is (Found (Container));
   function First_Element (Container : Map) return Element_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Element);
   function Last_Element (Container : Map) return Element_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Element);

   function "=" (Left, Right : Map) return Boolean is
     (Left.Last = Right.Last and then (Left.Last = 0 or else Any_Choice));
   function Contains (Container : Map; Key : Key_Type) return Boolean is (Some_Of (Container));
   function Element (Container : Map; Key : Key_Type) return Element_Type is
     (if Some_Of (Container) then Any_Element else raise Constraint_Error);
   function Iter_Value (Container : Map; Key : Key_Type) return Element_Type is (Element (Container, Key));
   function Find (Container : Map; Key : Key_Type) return Cursor is (Found (Container));
   function Key (Position : Cursor) return Key_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Key);

   procedure Insert
     (Container : in out Map;
      Key       : Key_Type;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean) is
   begin
      Inserted := not Some_Of (Container);
      if Inserted then
         Grow (Container, 1);
      end if;
      Position := (Place => Any_Place (Container.Last));
   end Insert;
   procedure Insert (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
   begin
      if Some_Of (Container) then
         raise Constraint_Error;
      end if;
      Grow (Container, 1);
   end Insert;
   procedure Include (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
   begin
      if not Some_Of (Container) then
         Grow (Container, 1);
      end if;
   end Include;
   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
   begin
      if not Some_Of (Container) then
         raise Constraint_Error;
      end if;
   end Replace;
   procedure Exclude (Container : in out Map; Key : Key_Type) is
   begin
      if Some_Of (Container) then
         Shrink (Container, 1);
      end if;
   end Exclude;
   procedure Delete (Container : in out Map; Key : Key_Type) is
   begin
      if not Some_Of (Container) then
         raise Constraint_Error;
      end if;
      Shrink (Container, 1);
   end Delete;
   procedure Delete (Container : in out Map; Position : in out Cursor) is
   begin
      Check_There (Container, Position);
      Shrink (Container, 1);
      Position := No_Element;
   end Delete;

   procedure Replace_Element (Container : in out Map; Position : Cursor; New_Item : Element_Type) is
   begin
      Check_There (Container, Position);
   end Replace_Element;
   procedure Query_Element
     (Position : Cursor; Process : not null access procedure (Key : Key_Type; Element : Element_Type)) is
   begin
      Process.all (Key (Position), Element (Position));
   end Query_Element;
   procedure Update_Element
     (Container : in out Map;
      Position  : Cursor;
      Process   : not null access procedure (Key : Key_Type; Element : in out Element_Type)) is
   begin
      Check_There (Container, Position);
      declare
         Known : Element_Type := Any_Element;
      begin
         Process.all (Any_Key, Known);
      end;
   end Update_Element;
end Ada.Containers.Indefinite_Ordered_Maps;
