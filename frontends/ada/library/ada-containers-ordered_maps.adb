package body Ada.Containers.Ordered_Maps is
   function Any_Key return Key_Type with Import, Exceptional_Cases => (others => False);
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   function Any_Place (Last : Iter_Place) return Iter_Place with
     Import, Post => Any_Place'Result <= Last, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;

   --  What the containers that cursors belong to have become, they do not say.
   function "=" (Left, Right : Cursor) return Boolean is
     (if Left.Place = 0 or else Right.Place = 0 then Left.Place = Right.Place else Any_Choice);

   function Iter_At (Container : Map; Position : Cursor) return Iter_Place is
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

   --  Where an entry is.
   function Index (Container : Map; Key : Key_Type) return Count_Type with
     Post =>
       Index'Result <= Container.Self.Last
       and then (for all I in 1 .. Container.Self.Last =>
                   (if I /= Index'Result then not Equivalent_Keys (Container.Self.Keys (I), Key)))
       and then (if Index'Result > 0 then Equivalent_Keys (Container.Self.Keys (Index'Result), Key));
   function Index (Container : Map; Key : Key_Type) return Count_Type is
   begin
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

   --  Where a new key comes: behind those that are less.
   function New_Place (Container : Map; Key : Key_Type) return Iter_Place with
     Post =>
       New_Place'Result - 1 <= Container.Self.Last
       and then (for all I in 1 .. New_Place'Result - 1 => Container.Self.Keys (I) < Key)
       and then (if New_Place'Result <= Container.Self.Last
                 then not (Container.Self.Keys (New_Place'Result) < Key));
   function New_Place (Container : Map; Key : Key_Type) return Iter_Place is
   begin
      for I in 1 .. Container.Self.Last loop
         if not (Container.Self.Keys (I) < Key) then
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => Container.Self.Keys (J) < Key);
      end loop;
      return Container.Self.Last + 1;
   end New_Place;

   procedure Add (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      if Last = Count_Type'Last then
         raise Constraint_Error;
      end if;
      declare
         Place : constant Iter_Place := New_Place (Container, Key);
      begin
         Container.Self :=
           (Last     => Last + 1,
            Keys     => Container.Self.Keys (1 .. Place - 1) & Key & Container.Self.Keys (Place .. Last),
            Elements =>
              Container.Self.Elements (1 .. Place - 1) & New_Item & Container.Self.Elements (Place .. Last));
         Container.Version := Container.Version + 1;
      end;
   end Add;

   procedure Remove (Container : in out Map; Place : Iter_Place) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Last - 1,
         Keys     => Container.Self.Keys (1 .. Place - 1) & Container.Self.Keys (Place + 1 .. Last),
         Elements => Container.Self.Elements (1 .. Place - 1) & Container.Self.Elements (Place + 1 .. Last));
      Container.Version := Container.Version + 1;
   end Remove;

   function Reference_Index (Container : Map; Key : Key_Type) return Iter_Place is
      Known : constant Count_Type := Index (Container, Key);
   begin
      if Known = 0 then
         raise Constraint_Error;
      end if;
      return Known;
   end Reference_Index;

   function Contains (Container : Map; Key : Key_Type) return Boolean is (Index (Container, Key) > 0);
   function Element (Container : Map; Key : Key_Type) return Element_Type is
     (Container.Self.Elements (Reference_Index (Container, Key)));

   function "=" (Left, Right : Map) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  Equivalent_Keys (Left.Self.Keys (I), Right.Self.Keys (I))
                  and then Left.Self.Elements (I) = Right.Self.Elements (I)));

   procedure Clear (Container : in out Map) is
   begin
      Container.Self := (Last => 0, others => <>);
   end Clear;

   procedure Assign (Target : in out Map; Source : Map) is
   begin
      Target.Self := Source.Self;
   end Assign;

   function Copy (Source : Map) return Map is (Source);

   procedure Move (Target : in out Map; Source : in out Map) is
      Former : constant Iter_Content := Source.Self;
   begin
      Clear (Source);
      Target.Self := Former;
   end Move;

   procedure Insert (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
   begin
      if Index (Container, Key) > 0 then
         raise Constraint_Error;
      end if;
      Add (Container, Key, New_Item);
   end Insert;

   procedure Put (Container : in out Map; Place : Iter_Place; Key : Key_Type; New_Item : Element_Type) is
   begin
      Container.Self.Keys (Place) := Key;
      Container.Self.Elements (Place) := New_Item;
   end Put;

   procedure Include (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
      Known : constant Count_Type := Index (Container, Key);
   begin
      if Known = 0 then
         Add (Container, Key, New_Item);
      else
         Put (Container, Known, Key, New_Item);
      end if;
   end Include;

   procedure Replace (Container : in out Map; Key : Key_Type; New_Item : Element_Type) is
   begin
      Put (Container, Reference_Index (Container, Key), Key, New_Item);
   end Replace;

   procedure Exclude (Container : in out Map; Key : Key_Type) is
      Known : constant Count_Type := Index (Container, Key);
   begin
      if Known > 0 then
         Remove (Container, Known);
      end if;
   end Exclude;

   procedure Delete (Container : in out Map; Key : Key_Type) is
   begin
      Remove (Container, Reference_Index (Container, Key));
   end Delete;

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

   function Key (Position : Cursor) return Key_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Key);
   function Element (Position : Cursor) return Element_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Element);

   procedure Replace_Element (Container : in out Map; Position : Cursor; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Iter_At (Container, Position)) := New_Item;
   end Replace_Element;

   procedure Query_Element
     (Position : Cursor; Process : not null access procedure (Key : Key_Type; Element : Element_Type)) is
   begin
      Process.all (Key (Position), Element (Position));
   end Query_Element;

   procedure Update_Element
     (Container : in out Map;
      Position  : Cursor;
      Process   : not null access procedure (Key : Key_Type; Element : in out Element_Type))
   is
      Place : constant Iter_Place := Iter_At (Container, Position);
      Known : constant Key_Type := Container.Self.Keys (Place);
   begin
      Process.all (Known, Container.Self.Elements (Place));
   end Update_Element;

   procedure Insert
     (Container : in out Map;
      Key       : Key_Type;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Inserted  : out Boolean)
   is
      Known : constant Count_Type := Index (Container, Key);
   begin
      Inserted := Known = 0;
      if Inserted then
         Add (Container, Key, New_Item);
         Position := (Place => Index (Container, Key), Version => Container.Version);
      else
         Position := (Place => Known, Version => Container.Version);
      end if;
   end Insert;

   --  An element without a value.
   function Open return Element_Type is
      Made : Iter_Content (1);
   begin
      return Made.Elements (1);
   end Open;

   procedure Insert (Container : in out Map; Key : Key_Type; Position : out Cursor; Inserted : out Boolean) is
   begin
      Insert (Container, Key, Open, Position, Inserted);
   end Insert;

   procedure Delete (Container : in out Map; Position : in out Cursor) is
   begin
      Remove (Container, Iter_At (Container, Position));
      Position := No_Element;
   end Delete;

   function Find (Container : Map; Key : Key_Type) return Cursor is
      Place : constant Count_Type := Index (Container, Key);
   begin
      return (if Place = 0 then No_Element else (Place => Place, Version => Container.Version));
   end Find;

   --  Where a map ends its cursors do not know.
   function Next (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element
      elsif Position.Place = Count_Type'Last then Position
      else (Place => Position.Place + 1, Version => Position.Version));
   function Previous (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element
      elsif Position.Place = 1 then Position
      else (Place => Position.Place - 1, Version => Position.Version));

   procedure Previous (Position : in out Cursor) is
   begin
      Position := Previous (Position);
   end Previous;

   function Ceiling (Container : Map; Key : Key_Type) return Cursor is
      Place : constant Iter_Place := New_Place (Container, Key);
   begin
      return (if Place > Container.Self.Last then No_Element else (Place => Place, Version => Container.Version));
   end Ceiling;

   function Floor (Container : Map; Key : Key_Type) return Cursor is
      Known : constant Count_Type := Index (Container, Key);
      Place : constant Count_Type := (if Known > 0 then Known else New_Place (Container, Key) - 1);
   begin
      return (if Place = 0 then No_Element else (Place => Place, Version => Container.Version));
   end Floor;

   procedure Iterate (Container : Map; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in 1 .. Container.Self.Last loop
         Process.all (Cursor'(Place => I, Version => Container.Version));
      end loop;
   end Iterate;

   procedure Reverse_Iterate (Container : Map; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in reverse 1 .. Container.Self.Last loop
         Process.all (Cursor'(Place => I, Version => Container.Version));
      end loop;
   end Reverse_Iterate;

   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;
end Ada.Containers.Ordered_Maps;
