package body Ada.Containers.Vectors is
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
end Ada.Containers.Vectors;
