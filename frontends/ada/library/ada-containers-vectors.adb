package body Ada.Containers.Vectors is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   --  A cursor of another vector raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;

   --  Which vectors cursors belong to, they do not say.
   function "=" (Left, Right : Cursor) return Boolean is
     (Left.Index = Right.Index and then (Left.Index = No_Index or else Any_Choice));

   --  Nor do they know how long these are.
   function Has_Element (Position : Cursor) return Boolean is (Position.Index > No_Index and then Any_Choice);

   function Iter_At (Container : Vector; Position : Cursor) return Index_Type is
   begin
      if Position.Index = No_Index then
         raise Constraint_Error;
      end if;
      May_Be_Foreign;
      if Position.Index > Container.Self.Last then
         raise Constraint_Error;
      end if;
      return Position.Index;
   end Iter_At;

   --  The index so many behind another one.
   function Behind (Index : Index_Type'Base; Count : Count_Type) return Index_Type'Base is
     (Index_Type'Base'Val (Index_Type'Base'Pos (Index) + Count_Type'Pos (Count)));

   procedure Check_Room (Container : Vector; Count : Count_Type) is
   begin
      if Count > Most - Length (Container) then
         raise Constraint_Error;
      end if;
   end Check_Room;

   --  Elements without values.
   function Open (Count : Count_Type) return Iter_Elements is
      Made : Iter_Content (Behind (No_Index, Count));
   begin
      return Made.Elements;
   end Open;

   function Same (Item : Element_Type; Count : Count_Type) return Iter_Elements is
     ([Index_Type'First .. Behind (No_Index, Count) => Item]);

   --  There is room for them, and the index is one of the vector, or next to its end.
   procedure Put (Container : in out Vector; Before : Index_Type'Base; Items : Iter_Elements) is
      Last : constant Last_Range := Container.Self.Last;
   begin
      if Items'Length = 0 then
         return;
      elsif Before > Last then
         Container.Self :=
           (Last => Behind (Last, Items'Length), Elements => Container.Self.Elements & Items);
      else
         Container.Self :=
           (Last     => Behind (Last, Items'Length),
            Elements =>
              Container.Self.Elements (Index_Type'First .. Before - 1)
              & Items
              & Container.Self.Elements (Before .. Last));
      end if;
   end Put;

   procedure Check_Place (Container : Vector; Before : Extended_Index) is
   begin
      if Before = No_Index or else Before - 1 > Container.Self.Last then
         raise Constraint_Error;
      end if;
   end Check_Place;

   function Made (Items : Iter_Elements) return Vector is
     (Self => (Last => Behind (No_Index, Items'Length), Elements => Items));

   function To_Vector (Length : Count_Type) return Vector is
   begin
      Check_Room (Empty_Vector, Length);
      return Made (Open (Length));
   end To_Vector;

   function New_Vector (First, Last : Index_Type) return Vector is
     (To_Vector
        (if Last < First then 0 else Count_Type (Index_Type'Pos (Last) - Index_Type'Pos (First) + 1)));

   function To_Vector (New_Item : Element_Type; Length : Count_Type) return Vector is
   begin
      Check_Room (Empty_Vector, Length);
      return Made (Same (New_Item, Length));
   end To_Vector;

   function "&" (Left, Right : Vector) return Vector is
      Result : Vector := Left;
   begin
      Append (Result, Right);
      return Result;
   end "&";
   function "&" (Left : Vector; Right : Element_Type) return Vector is
      Result : Vector := Left;
   begin
      Append (Result, Right);
      return Result;
   end "&";
   function "&" (Left : Element_Type; Right : Vector) return Vector is
      Result : Vector := Right;
   begin
      Prepend (Result, Left);
      return Result;
   end "&";
   function "&" (Left, Right : Element_Type) return Vector is
      Result : Vector := To_Vector (Left, 1);
   begin
      Append (Result, Right);
      return Result;
   end "&";

   --  How much it is, is open, and it is enough.
   function Room (Length : Count_Type) return Count_Type with
     Import, Post => Room'Result >= Length, Exceptional_Cases => (others => False);
   function Capacity (Container : Vector) return Count_Type is (Room (Length (Container)));

   procedure Reserve_Capacity (Container : in out Vector; Capacity : Count_Type) is
   begin
      if Capacity > Most then
         raise Constraint_Error;
      end if;
   end Reserve_Capacity;

   procedure Set_Length (Container : in out Vector; Length : Count_Type) is
      Known : constant Count_Type := Container.Length;
   begin
      if Length < Known then
         Delete_Last (Container, Known - Length);
      elsif Length > Known then
         Check_Room (Container, Length - Known);
         Put (Container, Behind (Container.Self.Last, 1), Open (Length - Known));
      end if;
   end Set_Length;

   procedure Clear (Container : in out Vector) is
   begin
      Container.Self := (Last => No_Index, Elements => <>);
   end Clear;

   procedure Replace_Element (Container : in out Vector; Index : Index_Type; New_Item : Element_Type) is
   begin
      if Index > Container.Self.Last then
         raise Constraint_Error;
      end if;
      Container.Self.Elements (Index) := New_Item;
   end Replace_Element;

   procedure Assign (Target : in out Vector; Source : Vector) is
   begin
      Target.Self := Source.Self;
   end Assign;

   function Copy (Source : Vector; Capacity : Count_Type := 0) return Vector is
   begin
      if Capacity /= 0 and then Capacity < Length (Source) then
         raise Capacity_Error;
      end if;
      return Source;
   end Copy;

   procedure Move (Target : in out Vector; Source : in out Vector) is
      Former : constant Iter_Content := Source.Self;
   begin
      Clear (Source);
      Target.Self := Former;
   end Move;

   procedure Insert (Container : in out Vector; Before : Extended_Index; New_Item : Vector) is
   begin
      Check_Place (Container, Before);
      Check_Room (Container, Length (New_Item));
      Put (Container, Before, New_Item.Self.Elements);
   end Insert;

   procedure Insert
     (Container : in out Vector; Before : Extended_Index; New_Item : Element_Type; Count : Count_Type := 1) is
   begin
      Check_Place (Container, Before);
      Check_Room (Container, Count);
      Put (Container, Before, Same (New_Item, Count));
   end Insert;

   procedure Insert (Container : in out Vector; Before : Extended_Index; Count : Count_Type := 1) is
   begin
      Insert_Space (Container, Before, Count);
   end Insert;

   procedure Insert_Space (Container : in out Vector; Before : Extended_Index; Count : Count_Type := 1) is
   begin
      Check_Place (Container, Before);
      Check_Room (Container, Count);
      Put (Container, Before, Open (Count));
   end Insert_Space;

   procedure Prepend (Container : in out Vector; New_Item : Vector) is
   begin
      Insert (Container, Index_Type'First, New_Item);
   end Prepend;

   procedure Prepend (Container : in out Vector; New_Item : Element_Type; Count : Count_Type := 1) is
   begin
      Insert (Container, Index_Type'First, New_Item, Count);
   end Prepend;

   procedure Append (Container : in out Vector; New_Item : Vector) is
   begin
      Check_Room (Container, Length (New_Item));
      if not Is_Empty (New_Item) then
         Container.Self :=
           (Last     => Behind (Container.Self.Last, Length (New_Item)),
            Elements => Container.Self.Elements & New_Item.Self.Elements);
      end if;
   end Append;

   procedure Append (Container : in out Vector; New_Item : Element_Type; Count : Count_Type) is
   begin
      Check_Room (Container, Count);
      if Count > 0 then
         Container.Self :=
           (Last     => Behind (Container.Self.Last, Count),
            Elements => Container.Self.Elements & Same (New_Item, Count));
      end if;
   end Append;

   procedure Append (Container : in out Vector; New_Item : Element_Type) is
   begin
      Check_Room (Container, 1);
      Container.Self :=
        (Last     => Container.Self.Last + 1,
         Elements => Container.Self.Elements & New_Item);
   end Append;

   procedure Delete (Container : in out Vector; Index : Extended_Index; Count : Count_Type := 1) is
      Last : constant Last_Range := Container.Self.Last;
   begin
      Check_Place (Container, Index);
      if Index > Last or else Count = 0 then
         return;
      elsif Count_Type'Pos (Count) > Last_Range'Pos (Last) - Last_Range'Pos (Index) then
         Container.Self :=
           (Last => Index - 1, Elements => Container.Self.Elements (Index_Type'First .. Index - 1));
      else
         Container.Self :=
           (Last     => Index_Type'Base'Val (Index_Type'Base'Pos (Last) - Count_Type'Pos (Count)),
            Elements =>
              Container.Self.Elements (Index_Type'First .. Index - 1)
              & Container.Self.Elements (Behind (Index, Count) .. Last));
      end if;
   end Delete;

   procedure Delete_First (Container : in out Vector; Count : Count_Type := 1) is
   begin
      Delete (Container, Index_Type'First, Count);
   end Delete_First;

   procedure Delete_Last (Container : in out Vector; Count : Count_Type := 1) is
   begin
      if Count >= Length (Container) then
         Clear (Container);
      elsif Count > 0 then
         Delete
           (Container,
            Index_Type'Base'Val (Index_Type'Base'Pos (Container.Self.Last) - Count_Type'Pos (Count) + 1),
            Count);
      end if;
   end Delete_Last;

   procedure Reverse_Elements (Container : in out Vector) is
      Former : constant Iter_Elements := Container.Self.Elements;
      Sum    : constant Long_Long_Integer :=
        Last_Range'Pos (Container.Self.Last) + Index_Type'Pos (Index_Type'First);
   begin
      for I in Index_Type'First .. Container.Self.Last loop
         Container.Self.Elements (I) := Former (Index_Type'Val (Sum - Index_Type'Pos (I)));
      end loop;
   end Reverse_Elements;

   procedure Swap (Container : in out Vector; I, J : Index_Type) is
      Former : constant Element_Type := Element (Container, I);
   begin
      Container.Self.Elements (I) := Element (Container, J);
      Container.Self.Elements (J) := Former;
   end Swap;

   --  In which order elements come of which none is less than the other is open.
   package body Generic_Sorting is
      function Is_Sorted (Container : Vector) return Boolean is
        (for all I in Index_Type'First .. Container.Self.Last =>
           (if I > Index_Type'First then not (Container.Self.Elements (I) < Container.Self.Elements (I - 1))));

      procedure Sort (Container : in out Vector) is
         Least : Index_Type;
      begin
         for I in Index_Type'First .. Container.Self.Last loop
            Least := I;
            for J in I .. Container.Self.Last loop
               if J /= I
                 and then (Container.Self.Elements (J) < Container.Self.Elements (Least)
                           or else (not (Container.Self.Elements (Least) < Container.Self.Elements (J))
                                    and then Any_Choice))
               then
                  Least := J;
               end if;
               pragma Loop_Invariant (Least in I .. Container.Self.Last);
            end loop;
            declare
               Item : constant Element_Type := Container.Self.Elements (Least);
            begin
               Container.Self.Elements (Least) := Container.Self.Elements (I);
               Container.Self.Elements (I) := Item;
            end;
         end loop;
      end Sort;

      --  The order of what was in no order before is open.
      procedure Merge (Target, Source : in out Vector) is
         Ordered : constant Boolean := Is_Sorted (Target) and then Is_Sorted (Source);
      begin
         Append (Target, Source);
         Clear (Source);
         if Ordered then
            Sort (Target);
         else
            for I in Index_Type'First .. Target.Self.Last loop
               for J in I .. Target.Self.Last loop
                  if Any_Choice then
                     Swap (Target, I, J);
                  end if;
               end loop;
            end loop;
         end if;
      end Merge;
   end Generic_Sorting;

   function Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'First)
     return Extended_Index is
   begin
      for I in Index .. Container.Self.Last loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in Index .. I => not (Container.Self.Elements (J) = Item));
      end loop;
      return No_Index;
   end Find_Index;

   function Reverse_Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'Last)
     return Extended_Index
   is
      Start : constant Last_Range := Last_Range'Min (Index, Container.Self.Last);
   begin
      for I in reverse Index_Type'First .. Start loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in I .. Start => not (Container.Self.Elements (J) = Item));
      end loop;
      return No_Index;
   end Reverse_Find_Index;

   function Element (Position : Cursor) return Element_Type is
     (if Position.Index = No_Index then raise Constraint_Error else Any_Element);

   procedure Replace_Element (Container : in out Vector; Position : Cursor; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Iter_At (Container, Position)) := New_Item;
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

   procedure Update_Element
     (Container : in out Vector;
      Index     : Index_Type;
      Process   : not null access procedure (Element : in out Element_Type)) is
   begin
      if Index > Container.Self.Last then
         raise Constraint_Error;
      end if;
      Process.all (Container.Self.Elements (Index));
   end Update_Element;

   procedure Update_Element
     (Container : in out Vector;
      Position  : Cursor;
      Process   : not null access procedure (Element : in out Element_Type))
   is
      Place : constant Index_Type := Iter_At (Container, Position);
   begin
      Process.all (Container.Self.Elements (Place));
   end Update_Element;

   --  The index in front of which something is inserted: behind the end where the cursor has no element.
   function Index_Of (Container : Vector; Before : Cursor) return Extended_Index is
   begin
      if Before.Index /= No_Index then
         May_Be_Foreign;
         if Before.Index <= Container.Self.Last then
            return Before.Index;
         end if;
      end if;
      --  There may be no index more, and then no room.
      return (if Container.Self.Last = Extended_Index'Last then raise Constraint_Error else Container.Self.Last + 1);
   end Index_Of;

   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Vector; Position : out Cursor) is
      Index : constant Extended_Index := Index_Of (Container, Before);
   begin
      Insert (Container, Index, New_Item);
      Position := (if Index > Container.Self.Last then No_Element else (Index => Index));
   end Insert;

   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Vector) is
   begin
      Insert (Container, Index_Of (Container, Before), New_Item);
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
      Insert (Container, Index, New_Item, Count);
      Position := (if Index > Container.Self.Last then No_Element else (Index => Index));
   end Insert;

   procedure Insert (Container : in out Vector; Before : Cursor; New_Item : Element_Type; Count : Count_Type := 1) is
   begin
      Insert (Container, Index_Of (Container, Before), New_Item, Count);
   end Insert;

   procedure Insert
     (Container : in out Vector; Before : Cursor; Position : out Cursor; Count : Count_Type := 1)
   is
      Index : constant Extended_Index := Index_Of (Container, Before);
   begin
      Insert_Space (Container, Index, Count);
      Position := (if Index > Container.Self.Last then No_Element else (Index => Index));
   end Insert;

   procedure Delete (Container : in out Vector; Position : in out Cursor; Count : Count_Type := 1) is
   begin
      Delete (Container, Iter_At (Container, Position), Count);
      Position := No_Element;
   end Delete;

   procedure Swap (Container : in out Vector; I, J : Cursor) is
   begin
      Swap (Container, Iter_At (Container, I), Iter_At (Container, J));
   end Swap;

   --  Where a vector ends its cursors do not know.
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

   function Find (Container : Vector; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
     (Index =>
        Find_Index
          (Container,
           Item,
           (if Position.Index = No_Index then Index_Type'First else Iter_At (Container, Position))));
   function Reverse_Find (Container : Vector; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
     (Index =>
        Reverse_Find_Index
          (Container,
           Item,
           (if Position.Index = No_Index then Index_Type'Last else Iter_At (Container, Position))));

   procedure Iterate (Container : Vector; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in Index_Type'First .. Container.Self.Last loop
         Process.all (Cursor'(Index => I));
      end loop;
   end Iterate;

   procedure Reverse_Iterate (Container : Vector; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in reverse Index_Type'First .. Container.Self.Last loop
         Process.all (Cursor'(Index => I));
      end loop;
   end Reverse_Iterate;
end Ada.Containers.Vectors;
