package body Ada.Containers.Doubly_Linked_Lists is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   function Any_Place (Last : Iter_Place) return Iter_Place with
     Import, Post => Any_Place'Result <= Last, Exceptional_Cases => (others => False);
   --  A cursor of another container raises Program_Error, which only those see who wait for it.
   procedure May_Be_Foreign with Import;

   --  What the containers that cursors belong to have become, they do not say.
   function "=" (Left, Right : Cursor) return Boolean is
     (if Left.Place = 0 or else Right.Place = 0 then Left.Place = Right.Place else Any_Choice);

   function Iter_At (Container : List; Position : Cursor) return Iter_Place is
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

   procedure Check_Room (Container : List; Count : Count_Type) is
   begin
      if Count > Count_Type'Last - Container.Self.Last then
         raise Constraint_Error;
      end if;
   end Check_Room;

   procedure Clear (Container : in out List) is
   begin
      Container.Self := (Last => 0, Elements => <>);
   end Clear;

   procedure Assign (Target : in out List; Source : List) is
   begin
      Target.Self := Source.Self;
   end Assign;

   function Copy (Source : List) return List is (Source);

   procedure Move (Target : in out List; Source : in out List) is
      Former : constant Iter_Content := Source.Self;
   begin
      Clear (Source);
      Target.Self := Former;
   end Move;

   procedure Prepend (Container : in out List; New_Item : Element_Type; Count : Count_Type := 1) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Check_Room (Container, Count);
      if Count > 0 then
         Container.Self :=
           (Last     => Last + Count,
            Elements => Iter_Elements'([1 .. Count => New_Item]) & Container.Self.Elements);
         Container.Version := Container.Version + 1;
      end if;
   end Prepend;

   procedure Append (Container : in out List; New_Item : Element_Type; Count : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Check_Room (Container, Count);
      if Count > 0 then
         Container.Self :=
           (Last     => Last + Count,
            Elements => Container.Self.Elements & Iter_Elements'([1 .. Count => New_Item]));
      end if;
   end Append;

   procedure Append (Container : in out List; New_Item : Element_Type) is
   begin
      Check_Room (Container, 1);
      Container.Self := (Last => Container.Self.Last + 1, Elements => Container.Self.Elements & New_Item);
   end Append;

   procedure Delete_First (Container : in out List; Count : Count_Type := 1) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      if Count >= Last then
         Clear (Container);
      elsif Count > 0 then
         Container.Self := (Last => Last - Count, Elements => Container.Self.Elements (Count + 1 .. Last));
         Container.Version := Container.Version + 1;
      end if;
   end Delete_First;

   procedure Delete_Last (Container : in out List; Count : Count_Type := 1) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      if Count >= Last then
         Clear (Container);
      elsif Count > 0 then
         Container.Self := (Last => Last - Count, Elements => Container.Self.Elements (1 .. Last - Count));
      end if;
   end Delete_Last;

   procedure Reverse_Elements (Container : in out List) is
      Former : constant Iter_Elements := Container.Self.Elements;
   begin
      for I in 1 .. Container.Self.Last loop
         Container.Self.Elements (I) := Former (Container.Self.Last - I + 1);
      end loop;
      Container.Version := Container.Version + 1;
   end Reverse_Elements;

   --  Elements of which none is less than the other keep their order.
   package body Generic_Sorting is
      function Is_Sorted (Container : List) return Boolean is
        (for all I in 1 .. Container.Self.Last =>
           (if I > 1 then not (Container.Self.Elements (I) < Container.Self.Elements (I - 1))));

      procedure Sort (Container : in out List) is
         Place : Iter_Place;
      begin
         for I in 2 .. Container.Self.Last loop
            Place := I;
            declare
               Item : constant Element_Type := Container.Self.Elements (I);
            begin
               while Place > 1 and then Item < Container.Self.Elements (Place - 1) loop
                  pragma Loop_Invariant (Place <= I);
                  Container.Self.Elements (Place) := Container.Self.Elements (Place - 1);
                  Place := Place - 1;
               end loop;
               Container.Self.Elements (Place) := Item;
            end;
         end loop;
         Container.Version := Container.Version + 1;
      end Sort;

      --  The order of what was in no order before is open.
      procedure Merge (Target, Source : in out List) is
         Ordered : constant Boolean := Is_Sorted (Target) and then Is_Sorted (Source);
      begin
         Check_Room (Target, Source.Self.Last);
         Target.Self :=
           (Last     => Target.Self.Last + Source.Self.Last,
            Elements => Target.Self.Elements & Source.Self.Elements);
         Clear (Source);
         if Ordered then
            Sort (Target);
         else
            for I in 1 .. Target.Self.Last loop
               for J in I .. Target.Self.Last loop
                  if Any_Choice then
                     declare
                        Item : constant Element_Type := Target.Self.Elements (I);
                     begin
                        Target.Self.Elements (I) := Target.Self.Elements (J);
                        Target.Self.Elements (J) := Item;
                     end;
                  end if;
               end loop;
            end loop;
            Target.Version := Target.Version + 1;
         end if;
      end Merge;
   end Generic_Sorting;

   function Element (Position : Cursor) return Element_Type is
     (if Position.Place = 0 then raise Constraint_Error else Any_Element);

   procedure Replace_Element (Container : in out List; Position : Cursor; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Iter_At (Container, Position)) := New_Item;
   end Replace_Element;

   procedure Query_Element (Position : Cursor; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Position));
   end Query_Element;

   procedure Update_Element
     (Container : in out List;
      Position  : Cursor;
      Process   : not null access procedure (Element : in out Element_Type))
   is
      Place : constant Iter_Place := Iter_At (Container, Position);
   begin
      Process.all (Container.Self.Elements (Place));
   end Update_Element;

   --  Elements without values.
   function Open (Count : Count_Type) return Iter_Elements is
      Made : Iter_Content (Count);
   begin
      return Made.Elements;
   end Open;

   procedure Put (Container : in out List; Before : Cursor; Items : Iter_Elements; Position : out Cursor) is
      Last  : constant Count_Type := Container.Self.Last;
      Place : Iter_Place;
   begin
      if Before.Place = 0 then
         Check_Room (Container, Items'Length);
         if Items'Length = 0 then
            Position := No_Element;
            return;
         end if;
         Place := Last + 1;
         Container.Self := (Last => Last + Items'Length, Elements => Container.Self.Elements & Items);
      else
         Place := Iter_At (Container, Before);
         Check_Room (Container, Items'Length);
         if Items'Length = 0 then
            Position := Before;
            return;
         end if;
         Container.Self :=
           (Last     => Last + Items'Length,
            Elements =>
              Container.Self.Elements (1 .. Place - 1) & Items & Container.Self.Elements (Place .. Last));
         Container.Version := Container.Version + 1;
      end if;
      Position := (Place => Place, Version => Container.Version);
   end Put;

   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type; Count : Count_Type := 1) is
      Ignored : Cursor;
   begin
      Put (Container, Before, [1 .. Count => New_Item], Ignored);
   end Insert;

   procedure Insert
     (Container : in out List;
      Before    : Cursor;
      New_Item  : Element_Type;
      Position  : out Cursor;
      Count     : Count_Type := 1) is
   begin
      Put (Container, Before, [1 .. Count => New_Item], Position);
   end Insert;

   procedure Insert
     (Container : in out List; Before : Cursor; Position : out Cursor; Count : Count_Type := 1) is
   begin
      Put (Container, Before, Open (Count), Position);
   end Insert;

   procedure Delete (Container : in out List; Position : in out Cursor; Count : Count_Type := 1) is
      Last  : constant Count_Type := Container.Self.Last;
      Place : constant Iter_Place := Iter_At (Container, Position);
   begin
      if Count > Last - Place then
         Container.Self := (Last => Place - 1, Elements => Container.Self.Elements (1 .. Place - 1));
      elsif Count > 0 then
         Container.Self :=
           (Last     => Last - Count,
            Elements => Container.Self.Elements (1 .. Place - 1) & Container.Self.Elements (Place + Count .. Last));
         Container.Version := Container.Version + 1;
      end if;
      Position := No_Element;
   end Delete;

   procedure Swap (Container : in out List; I, J : Cursor) is
      One    : constant Iter_Place := Iter_At (Container, I);
      Other  : constant Iter_Place := Iter_At (Container, J);
      Former : constant Element_Type := Container.Self.Elements (One);
   begin
      Container.Self.Elements (One) := Container.Self.Elements (Other);
      Container.Self.Elements (Other) := Former;
   end Swap;

   procedure Swap_Links (Container : in out List; I, J : Cursor) is
   begin
      Swap (Container, I, J);
      Container.Version := Container.Version + 1;
   end Swap_Links;

   --  Where a list ends its cursors do not know.
   function Next (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element
      elsif Position.Place = Count_Type'Last then Position
      else (Place => Position.Place + 1, Version => Position.Version));
   function Previous (Position : Cursor) return Cursor is
     (if Position.Place = 0 or else Any_Choice then No_Element
      elsif Position.Place = 1 then Position
      else (Place => Position.Place - 1, Version => Position.Version));

   procedure Next (Position : in out Cursor) is
   begin
      Position := Next (Position);
   end Next;

   procedure Previous (Position : in out Cursor) is
   begin
      Position := Previous (Position);
   end Previous;

   --  The first place from the given one on that has such an element, or none.
   function Found (Container : List; Item : Element_Type; From : Iter_Place) return Count_Type with
     Post =>
       Found'Result <= Container.Self.Last
       and then (if Found'Result > 0
                 then Found'Result >= From and then Container.Self.Elements (Found'Result) = Item)
       and then (for all I in From .. (if Found'Result > 0 then Found'Result - 1 else Container.Self.Last) =>
                   not (Container.Self.Elements (I) = Item));
   function Found (Container : List; Item : Element_Type; From : Iter_Place) return Count_Type is
   begin
      for I in From .. Container.Self.Last loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in From .. I => not (Container.Self.Elements (J) = Item));
      end loop;
      return 0;
   end Found;

   function Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
      From  : constant Iter_Place := (if Position.Place = 0 then 1 else Iter_At (Container, Position));
      Place : constant Count_Type := Found (Container, Item, From);
   begin
      return (if Place = 0 then No_Element else (Place => Place, Version => Container.Version));
   end Find;

   --  The last place up to the given one that has such an element, or none.
   function Found_Before (Container : List; Item : Element_Type; From : Count_Type) return Count_Type with
     Pre  => From <= Container.Self.Last,
     Post =>
       Found_Before'Result <= From
       and then (if Found_Before'Result > 0 then Container.Self.Elements (Found_Before'Result) = Item)
       and then (for all I in Found_Before'Result + 1 .. From => not (Container.Self.Elements (I) = Item));
   function Found_Before (Container : List; Item : Element_Type; From : Count_Type) return Count_Type is
   begin
      for I in reverse 1 .. From loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in I .. From => not (Container.Self.Elements (J) = Item));
      end loop;
      return 0;
   end Found_Before;

   function Reverse_Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor is
      From  : constant Count_Type :=
        (if Position.Place = 0 then Container.Self.Last else Iter_At (Container, Position));
      Place : constant Count_Type := Found_Before (Container, Item, From);
   begin
      return (if Place = 0 then No_Element else (Place => Place, Version => Container.Version));
   end Reverse_Find;

   procedure Iterate (Container : List; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in 1 .. Container.Self.Last loop
         Process.all (Cursor'(Place => I, Version => Container.Version));
      end loop;
   end Iterate;

   procedure Reverse_Iterate (Container : List; Process : not null access procedure (Position : Cursor)) is
   begin
      for I in reverse 1 .. Container.Self.Last loop
         Process.all (Cursor'(Place => I, Version => Container.Version));
      end loop;
   end Reverse_Iterate;
end Ada.Containers.Doubly_Linked_Lists;
