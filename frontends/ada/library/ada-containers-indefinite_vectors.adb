package body Ada.Containers.Indefinite_Vectors is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;
   function Any_Index (Last : Last_Range) return Last_Range with
     Import, Post => Any_Index'Result <= Last, Exceptional_Cases => (others => False);
   function Room (Length : Count_Type) return Count_Type with
     Import, Post => Room'Result >= Length, Exceptional_Cases => (others => False);

   function "=" (Left, Right : Cursor) return Boolean is
     (Left.Index = Right.Index and then (Left.Index = No_Index or else Any_Choice));
   function "=" (Left, Right : Vector) return Boolean is
     (Left.Last = Right.Last and then (Left.Last = No_Index or else Any_Choice));

   --  How long their vectors are cursors do not know.
   function Has_Element (Position : Cursor) return Boolean is (Position.Index > No_Index and then Any_Choice);
   function Iter_First (Container : Vector) return Cursor is (First (Container));
   function Iter_Has (Container : Vector; Position : Cursor) return Boolean is (Position.Index > No_Index);
   function Iter_Next (Container : Vector; Position : Cursor) return Cursor is
     (if Position.Index < Container.Last then (Index => Position.Index + 1) else No_Element);
   function Iter_Element (Container : Vector; Position : Cursor) return Element_Type is (Any_Element);
   function Iter_Value (Container : Vector; Index : Index_Type) return Element_Type is (Element (Container, Index));

   procedure Check_There (Container : Vector; Position : Cursor) is
   begin
      if Position.Index = No_Index then
         raise Constraint_Error;
      end if;
      May_Be_Foreign;
      if Position.Index > Container.Last then
         raise Constraint_Error;
      end if;
   end Check_There;

   function Iter_Value (Container : Vector; Position : Cursor) return Element_Type is
   begin
      Check_There (Container, Position);
      return Any_Element;
   end Iter_Value;

   --  The index so many behind another one.
   function Behind (Index : Index_Type'Base; Count : Count_Type) return Index_Type'Base is
     (Index_Type'Base'Val (Index_Type'Base'Pos (Index) + Count_Type'Pos (Count)));

   procedure Grow (Container : in out Vector; Count : Count_Type) is
   begin
      if Count > Most - Length (Container) then
         raise Constraint_Error;
      end if;
      Container.Last := Behind (Container.Last, Count);
   end Grow;

   procedure Shrink (Container : in out Vector; Count : Count_Type) is
   begin
      Container.Last :=
        (if Count >= Length (Container) then No_Index
         else Index_Type'Base'Val (Index_Type'Base'Pos (Container.Last) - Count_Type'Pos (Count)));
   end Shrink;

   procedure Check_Place (Container : Vector; Before : Extended_Index) is
   begin
      if Before = No_Index or else Before - 1 > Container.Last then
         raise Constraint_Error;
      end if;
   end Check_Place;

   function To_Vector (New_Item : Element_Type; Length : Count_Type) return Vector is
   begin
      return Result : Vector do
         Grow (Result, Length);
      end return;
   end To_Vector;

   function Larger (Container : Vector; Count : Count_Type) return Vector is
   begin
      return Result : Vector := Container do
         Grow (Result, Count);
      end return;
   end Larger;
   function "&" (Left, Right : Vector) return Vector is (Larger (Left, Length (Right)));
   function "&" (Left : Vector; Right : Element_Type) return Vector is (Larger (Left, 1));
   function "&" (Left : Element_Type; Right : Vector) return Vector is (Larger (Right, 1));
   function "&" (Left, Right : Element_Type) return Vector is (To_Vector (Left, 2));

   function Capacity (Container : Vector) return Count_Type is (Room (Length (Container)));
   procedure Reserve_Capacity (Container : in out Vector; Capacity : Count_Type) is
   begin
      if Capacity > Most then
         raise Constraint_Error;
      end if;
   end Reserve_Capacity;

   procedure Clear (Container : in out Vector) is
   begin
      Container.Last := No_Index;
   end Clear;

   function Element (Container : Vector; Index : Index_Type) return Element_Type is
     (if Index > Container.Last then raise Constraint_Error else Any_Element);
   function Element (Position : Cursor) return Element_Type is
     (if Position.Index = No_Index then raise Constraint_Error else Any_Element);
   function First_Element (Container : Vector) return Element_Type is
     (if Container.Last = No_Index then raise Constraint_Error else Any_Element);
   function Last_Element (Container : Vector) return Element_Type is
     (if Container.Last = No_Index then raise Constraint_Error else Any_Element);

   procedure Replace_Element (Container : in out Vector; Index : Index_Type; New_Item : Element_Type) is
   begin
      if Index > Container.Last then
         raise Constraint_Error;
      end if;
   end Replace_Element;
   procedure Replace_Element (Container : in out Vector; Position : Cursor; New_Item : Element_Type) is
   begin
      Check_There (Container, Position);
   end Replace_Element;

   procedure Query_Element
     (Container : Vector; Index : Index_Type; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Container, Index));
   end Query_Element;
   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Position));
   end Query_Element;

   procedure Update (Process : not null access procedure (Element : in out Element_Type)) is
      Known : Element_Type := Any_Element;
   begin
      Process.all (Known);
   end Update;
   procedure Update_Element
     (Container : in out Vector;
      Index     : Index_Type;
      Process   : not null access procedure (Element : in out Element_Type)) is
   begin
      if Index > Container.Last then
         raise Constraint_Error;
      end if;
      Update (Process);
   end Update_Element;
   procedure Update_Element
     (Container : in out Vector;
      Position  : Cursor;
      Process   : not null access procedure (Element : in out Element_Type)) is
   begin
      Check_There (Container, Position);
      Update (Process);
   end Update_Element;

   procedure Assign (Target : in out Vector; Source : Vector) is
   begin
      Target.Last := Source.Last;
   end Assign;
   function Copy (Source : Vector; Capacity : Count_Type := 0) return Vector is
     (if Capacity /= 0 and then Capacity < Length (Source) then raise Capacity_Error else Source);
   procedure Move (Target : in out Vector; Source : in out Vector) is
      Former : constant Last_Range := Source.Last;
   begin
      Source.Last := No_Index;
      Target.Last := Former;
   end Move;

   procedure Insert (Container : in out Vector; Before : Extended_Index; New_Item : Vector) is
   begin
      Check_Place (Container, Before);
      Grow (Container, Length (New_Item));
   end Insert;
   procedure Insert
     (Container : in out Vector; Before : Extended_Index; New_Item : Element_Type; Count : Count_Type := 1) is
   begin
      Check_Place (Container, Before);
      Grow (Container, Count);
   end Insert;

   --  The index in front of which something is inserted: behind the end where the cursor has no element.
   function Index_Of (Container : Vector; Before : Cursor) return Extended_Index is
   begin
      if Before.Index /= No_Index then
         May_Be_Foreign;
         if Before.Index <= Container.Last then
            return Before.Index;
         end if;
      end if;
      return (if Container.Last = Extended_Index'Last then raise Constraint_Error else Container.Last + 1);
   end Index_Of;

   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Vector; Position : out Cursor) is
      Index : constant Extended_Index := Index_Of (Container, Before);
   begin
      Grow (Container, Length (New_Item));
      Position := (if Index > Container.Last then No_Element else (Index => Index));
   end Insert;
   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Vector) is
      Ignored : constant Extended_Index := Index_Of (Container, Before);
   begin
      Grow (Container, Length (New_Item));
   end Insert;
   procedure Insert
     (Container : in out Vector;
      Before    : Cursor;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Count     : Count_Type := 1)
   is
      Index : constant Extended_Index := Index_Of (Container, Before);
   begin
      Grow (Container, Count);
      Position := (if Index > Container.Last then No_Element else (Index => Index));
   end Insert;
   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Element_Type; Count : Count_Type := 1) is
      Ignored : constant Extended_Index := Index_Of (Container, Before);
   begin
      Grow (Container, Count);
   end Insert;

   procedure Prepend (Container : in out Vector; New_Item : Vector) is
   begin
      Grow (Container, Length (New_Item));
   end Prepend;
   procedure Prepend (Container : in out Vector; New_Item : Element_Type; Count : Count_Type := 1) is
   begin
      Grow (Container, Count);
   end Prepend;
   procedure Append (Container : in out Vector; New_Item : Vector) is
   begin
      Grow (Container, Length (New_Item));
   end Append;
   procedure Append (Container : in out Vector; New_Item : Element_Type; Count : Count_Type) is
   begin
      Grow (Container, Count);
   end Append;
   procedure Append (Container : in out Vector; New_Item : Element_Type) is
   begin
      Grow (Container, 1);
   end Append;

   procedure Delete (Container : in out Vector; Index : Extended_Index; Count : Count_Type := 1) is
   begin
      Check_Place (Container, Index);
      if Index <= Container.Last and then Count > 0 then
         if Count_Type'Pos (Count) > Last_Range'Pos (Container.Last) - Last_Range'Pos (Index) then
            Container.Last := Index - 1;
         else
            Shrink (Container, Count);
         end if;
      end if;
   end Delete;
   procedure Delete (Container : in out Vector; Position : in out Cursor; Count : Count_Type := 1) is
   begin
      Check_There (Container, Position);
      Delete (Container, Position.Index, Count);
      Position := No_Element;
   end Delete;
   procedure Delete_First (Container : in out Vector; Count : Count_Type := 1) is
   begin
      Shrink (Container, Count);
   end Delete_First;
   procedure Delete_Last (Container : in out Vector; Count : Count_Type := 1) is
   begin
      Shrink (Container, Count);
   end Delete_Last;

   procedure Reverse_Elements (Container : in out Vector) is null;
   procedure Swap (Container : in out Vector; I, J : Index_Type) is
   begin
      if I > Container.Last or else J > Container.Last then
         raise Constraint_Error;
      end if;
   end Swap;
   procedure Swap (Container : in out Vector; I, J : Cursor) is
   begin
      Check_There (Container, I);
      Check_There (Container, J);
   end Swap;

   function Next (Position : Cursor) return Cursor is
     (if Position.Index = No_Index or else Position.Index = Last_Range'Last or else Any_Choice then No_Element
      else (Index => Position.Index + 1));
   function Previous (Position : Cursor) return Cursor is
     (if Position.Index = No_Index then No_Element else (Index => Position.Index - 1));
   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;
   procedure Previous (Position : in out Cursor) is
   begin
      Position := Previous (Position);
   end Previous;

   function Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'First)
     return Extended_Index
   is
      Found : constant Last_Range := Any_Index (Container.Last);
   begin
      return (if Found < Index then No_Index else Found);
   end Find_Index;
   function Reverse_Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'Last)
     return Extended_Index
   is
      Found : constant Last_Range := Any_Index (Container.Last);
   begin
      return (if Found > Index then No_Index else Found);
   end Reverse_Find_Index;
   function Contains (Container : Vector; Item : Element_Type) return Boolean is
     (Container.Last > No_Index and then Any_Choice);
   function Find (Container : Vector; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
   begin
      if Position.Index > No_Index then
         Check_There (Container, Position);
         return (Index => Find_Index (Container, Item, Position.Index));
      end if;
      return (Index => Any_Index (Container.Last));
   end Find;
   function Reverse_Find (Container : Vector; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
   begin
      if Position.Index > No_Index then
         Check_There (Container, Position);
         return (Index => Reverse_Find_Index (Container, Item, Position.Index));
      end if;
      return (Index => Any_Index (Container.Last));
   end Reverse_Find;

   procedure Iterate (Container : Vector; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in Index_Type'First .. Container.Last loop
         Process.all (Cursor'(Index => I));
      end loop;
   end Iterate;
   procedure Reverse_Iterate (Container : Vector; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in reverse Index_Type'First .. Container.Last loop
         Process.all (Cursor'(Index => I));
      end loop;
   end Reverse_Iterate;

   package body Generic_Sorting is
      function Is_Sorted (Container : Vector) return Boolean is (Any_Choice);
      procedure Sort (Container : in out Vector) is null;
      procedure Merge (Target, Source : in out Vector) is
      begin
         Grow (Target, Length (Source));
         Clear (Source);
      end Merge;
   end Generic_Sorting;
end Ada.Containers.Indefinite_Vectors;
