package body Ada.Containers.Indefinite_Ordered_Sets is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;
   function Any_Place (Last : Iter_Place) return Iter_Place with
     Import, Post => Any_Place'Result <= Last, Exceptional_Cases => (others => False);

   function "=" (Left, Right : Cursor) return Boolean is
     (if Left.Place = 0 or else Right.Place = 0 then Left.Place = Right.Place else Any_Choice);

   --  Whether something is there.
   function Some_Of (Container : Set) return Boolean is (Container.Last > 0 and then Any_Choice);

   function Iter_First (Container : Set) return Cursor is (Place => Count_Type'Min (1, Container.Last));
   function Iter_Has (Container : Set; Position : Cursor) return Boolean is (Position.Place > 0);
   function Iter_Next (Container : Set; Position : Cursor) return Cursor is
     (if Position.Place < Container.Last then (Place => Position.Place + 1) else No_Element);
   function Iter_Element (Container : Set; Position : Cursor) return Element_Type is (Any_Element);

   procedure Check_There (Container : Set; Position : Cursor) is
   begin
      if Position.Place = 0 then
         raise Constraint_Error;
      end if;
      May_Be_Foreign;
      if Container.Last = 0 then
         raise Program_Error;
      end if;
   end Check_There;

   function Iter_Value (Container : Set; Position : Cursor) return Element_Type is
   begin
      Check_There (Container, Position);
      return Any_Element;
   end Iter_Value;

   procedure Grow (Container : in out Set; Count : Count_Type) is
   begin
      if Count > Count_Type'Last - Container.Last then
         raise Constraint_Error;
      end if;
      Container.Last := Container.Last + Count;
   end Grow;

   procedure Shrink (Container : in out Set; Count : Count_Type) is
   begin
      Container.Last := (if Count >= Container.Last then 0 else Container.Last - Count);
   end Shrink;

   procedure Clear (Container : in out Set) is
   begin
      Container.Last := 0;
   end Clear;
   procedure Assign (Target : in out Set; Source : Set) is
   begin
      Target.Last := Source.Last;
   end Assign;
   procedure Move (Target : in out Set; Source : in out Set) is
      Former : constant Count_Type := Source.Last;
   begin
      Source.Last := 0;
      Target.Last := Former;
   end Move;

   function Found (Container : Set) return Cursor is
     (if Container.Last > 0 and then Any_Choice then (Place => Any_Place (Container.Last)) else No_Element);
   function Element (Position : Cursor) return Element_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Element);
   function First (Container : Set) return Cursor is (Place => Count_Type'Min (1, Container.Last));

   --  Which place is next, and where its container ends, a cursor does not know.
   function Next (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element else (Place => Any_Place (Iter_Place'Last)));
   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;

   procedure Iterate (Container : Set; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in 1 .. Container.Last loop
         Process.all (Cursor'(Place => I));
      end loop;
   end Iterate;

   function Copy (Source : Set) return Set is (Source);

   function Last (Container : Set) return Cursor is (Place => Container.Last);
   function Previous (Position : Cursor) return Cursor is (Next (Position));
   procedure Previous (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Previous;
   procedure Reverse_Iterate (Container : Set; Process : not null access procedure (Position : Cursor)) is
   begin
      Iterate (Container, Process);
   end Reverse_Iterate;
   procedure Delete_First (Container : in out Set) is
   begin
      Shrink (Container, 1);
   end Delete_First;
   procedure Delete_Last (Container : in out Set) is
   begin
      Shrink (Container, 1);
   end Delete_Last;
   function Floor (Container : Set; Item : Element_Type) return Cursor is (Found (Container));
   function Ceiling (Container : Set; Item : Element_Type) return Cursor is (Found (Container));
   function First_Element (Container : Set) return Element_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Element);
   function Last_Element (Container : Set) return Element_Type is
     (if Container.Last = 0 then raise Constraint_Error else Any_Element);

   function Between (Low, High : Count_Type) return Count_Type with
     Import,
     Pre  => Low <= High,
     Post => Between'Result in Low .. High,
     Exceptional_Cases => (others => False);

   function "=" (Left, Right : Set) return Boolean is
     (Left.Last = Right.Last and then (Left.Last = 0 or else Any_Choice));
   function Equivalent_Sets (Left, Right : Set) return Boolean is
     (Left.Last = Right.Last and then (Left.Last = 0 or else Any_Choice));
   function To_Set (New_Item : Element_Type) return Set is (Last => 1);
   function Contains (Container : Set; Item : Element_Type) return Boolean is (Some_Of (Container));
   function Find (Container : Set; Item : Element_Type) return Cursor is (Found (Container));

   procedure Insert (Container : in out Set; New_Item : Element_Type; Position : out Cursor; Inserted : out Boolean) is
   begin
      Inserted := not Some_Of (Container);
      if Inserted then
         Grow (Container, 1);
      end if;
      Position := (Place => Any_Place (Container.Last));
   end Insert;
   procedure Insert (Container : in out Set; New_Item : Element_Type) is
   begin
      if Some_Of (Container) then
         raise Constraint_Error;
      end if;
      Grow (Container, 1);
   end Insert;
   procedure Include (Container : in out Set; New_Item : Element_Type) is
   begin
      if not Some_Of (Container) then
         Grow (Container, 1);
      end if;
   end Include;
   procedure Replace (Container : in out Set; New_Item : Element_Type) is
   begin
      if not Some_Of (Container) then
         raise Constraint_Error;
      end if;
   end Replace;
   procedure Exclude (Container : in out Set; Item : Element_Type) is
   begin
      if Some_Of (Container) then
         Shrink (Container, 1);
      end if;
   end Exclude;
   procedure Delete (Container : in out Set; Item : Element_Type) is
   begin
      if not Some_Of (Container) then
         raise Constraint_Error;
      end if;
      Shrink (Container, 1);
   end Delete;
   procedure Delete (Container : in out Set; Position : in out Cursor) is
   begin
      Check_There (Container, Position);
      Shrink (Container, 1);
      Position := No_Element;
   end Delete;
   --  An equivalent element at another place is an error.
   procedure Replace_Element (Container : in out Set; Position : Cursor; New_Item : Element_Type) is
   begin
      Check_There (Container, Position);
      if Container.Last > 1 and then Any_Choice then
         raise Program_Error;
      end if;
   end Replace_Element;
   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Position));
   end Query_Element;

   function Union (Left, Right : Set) return Set is
     (Last =>
        Between
          (Count_Type'Max (Left.Last, Right.Last),
           (if Left.Last > Count_Type'Last - Right.Last then Count_Type'Last else Left.Last + Right.Last)));
   procedure Union (Target : in out Set; Source : Set) is
   begin
      Target.Last := Union (Target, Source).Last;
   end Union;

   function Intersection (Left, Right : Set) return Set is
     (Last =>
        Between
          (0,
           Count_Type'Min (Left.Last, Right.Last)));
   procedure Intersection (Target : in out Set; Source : Set) is
   begin
      Target.Last := Intersection (Target, Source).Last;
   end Intersection;

   function Difference (Left, Right : Set) return Set is
     (Last =>
        Between
          ((if Left.Last > Right.Last then Left.Last - Right.Last else 0),
           Left.Last));
   procedure Difference (Target : in out Set; Source : Set) is
   begin
      Target.Last := Difference (Target, Source).Last;
   end Difference;

   function Symmetric_Difference (Left, Right : Set) return Set is
     (Last =>
        Between
          ((if Left.Last > Right.Last then Left.Last - Right.Last else Right.Last - Left.Last),
           (if Left.Last > Count_Type'Last - Right.Last then Count_Type'Last else Left.Last + Right.Last)));
   procedure Symmetric_Difference (Target : in out Set; Source : Set) is
   begin
      Target.Last := Symmetric_Difference (Target, Source).Last;
   end Symmetric_Difference;

   function Overlap (Left, Right : Set) return Boolean is
     (Left.Last > 0 and then Right.Last > 0 and then Any_Choice);
   function Is_Subset (Subset : Set; Of_Set : Set) return Boolean is
     (Subset.Last = 0 or else (Subset.Last <= Of_Set.Last and then Any_Choice));
end Ada.Containers.Indefinite_Ordered_Sets;
