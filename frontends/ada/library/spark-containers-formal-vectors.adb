package body SPARK.Containers.Formal.Vectors with SPARK_Mode is
   function Empty_Vector (Capacity : Capacity_Range := 10) return Vector is  --  bounded
     (Capacity => Capacity, Self => (Last => No_Index, Elements => <>));  --  bounded
   --  unbounded: function Empty_Vector return Vector is (Self => (Last => No_Index, Elements => <>));

   procedure Clear (Container : in out Vector) is
   begin
      Container.Self := (Last => No_Index, Elements => <>);
   end Clear;
   procedure Assign (Target : in out Vector; Source : Vector) is
   begin
      Target.Self := Source.Self;
   end Assign;
   procedure Move (Target : in out Vector; Source : in out Vector) is
   begin
      Target.Self := Source.Self;
      Clear (Source);
   end Move;

   procedure Replace_Element (Container : in out Vector; Index : Index_Type; New_Item : Element_Type) is
   begin
      Container.Self.Elements (Index) := New_Item;
   end Replace_Element;

   procedure Insert (Container : in out Vector; Before : Extended_Index; New_Item : Element_Type) is
      Last : constant Extended_Index := Container.Self.Last;
   begin
      Container.Self :=
        (Last     => Extended_Index'Succ (Last),
         Elements =>
           Container.Self.Elements (Index_Type'First .. Extended_Index'Pred (Before))
           & New_Item
           & Container.Self.Elements (Before .. Last));
   end Insert;
   procedure Prepend (Container : in out Vector; New_Item : Element_Type) is
   begin
      Insert (Container, Index_Type'First, New_Item);
   end Prepend;
   procedure Append (Container : in out Vector; New_Item : Element_Type) is
   begin
      Container.Self :=
        (Last     => Extended_Index'Succ (Container.Self.Last),
         Elements => Container.Self.Elements & New_Item);
   end Append;
   procedure Append (Container : in out Vector; New_Item : Vector) is
      Length : constant Long_Long_Integer :=
        Extended_Index'Pos (New_Item.Self.Last) - Extended_Index'Pos (Extended_Index'First);
   begin
      Container.Self :=
        (Last     => Extended_Index'Val (Extended_Index'Pos (Container.Self.Last) + Length),
         Elements => Container.Self.Elements & New_Item.Self.Elements);
   end Append;

   procedure Delete (Container : in out Vector; Index : Extended_Index) is
      Last   : constant Extended_Index := Container.Self.Last;
      Before : constant Extended_Index := Extended_Index'Pred (Index);
   begin
      if Index = Last then
         Container.Self := (Last => Before, Elements => Container.Self.Elements (Index_Type'First .. Before));
      else
         Container.Self :=
           (Last     => Extended_Index'Pred (Last),
            Elements =>
              Container.Self.Elements (Index_Type'First .. Before)
              & Container.Self.Elements (Extended_Index'Succ (Index) .. Last));
      end if;
   end Delete;
   procedure Delete_First (Container : in out Vector) is
   begin
      Delete (Container, Index_Type'First);
   end Delete_First;
   procedure Delete_Last (Container : in out Vector) is
   begin
      Delete (Container, Container.Self.Last);
   end Delete_Last;

   procedure Swap (Container : in out Vector; I, J : Index_Type) is
      Former : constant Element_Type := Container.Self.Elements (I);
   begin
      Container.Self.Elements (I) := Container.Self.Elements (J);
      Container.Self.Elements (J) := Former;
   end Swap;

   procedure Reverse_Elements (Container : in out Vector) is
      Old  : constant Iter_Content := Container.Self;
      Last : constant Extended_Index := Container.Self.Last;
      Both : constant Long_Long_Integer := Index_Type'Pos (Index_Type'First) + Extended_Index'Pos (Last);
   begin
      Container.Self :=
        (Last     => Last,
         Elements => [for I in Index_Type'First .. Last => Old.Elements (Index_Type'Val (Both - Index_Type'Pos (I)))]);
   end Reverse_Elements;

   --  Where an item is, from some index on.
   function Place (Container : Vector; Item : Element_Type; From : Index_Type) return Extended_Index with
     Post =>
       (if Place'Result = No_Index then
          (for all I in From .. Container.Self.Last => not (Container.Self.Elements (I) = Item))
        else
          Place'Result in From .. Container.Self.Last
          and then Container.Self.Elements (Place'Result) = Item
          and then (for all I in From .. Extended_Index'Pred (Place'Result) =>
                      not (Container.Self.Elements (I) = Item)));
   function Place (Container : Vector; Item : Element_Type; From : Index_Type) return Extended_Index is
   begin
      for I in From .. Container.Self.Last loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in From .. I => not (Container.Self.Elements (J) = Item));
      end loop;
      return No_Index;
   end Place;

   function Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'First)
     return Extended_Index
   is (Place (Container, Item, Index));

   --  Where an item is, up to some index.
   function Last_Place (Container : Vector; Item : Element_Type; Up_To : Extended_Index) return Extended_Index with
     Pre  => Up_To <= Container.Self.Last,
     Post =>
       Last_Place'Result <= Up_To
       and then (for all I in Extended_Index'Succ (Last_Place'Result) .. Up_To =>
                   not (Container.Self.Elements (I) = Item))
       and then (if Last_Place'Result /= No_Index then Container.Self.Elements (Last_Place'Result) = Item);
   function Last_Place (Container : Vector; Item : Element_Type; Up_To : Extended_Index) return Extended_Index is
   begin
      for I in reverse Index_Type'First .. Up_To loop
         if Container.Self.Elements (I) = Item then
            return I;
         end if;
         pragma Loop_Invariant (for all J in I .. Up_To => not (Container.Self.Elements (J) = Item));
      end loop;
      return No_Index;
   end Last_Place;

   function Reverse_Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'Last)
     return Extended_Index
   is (Last_Place (Container, Item, (if Index < Container.Self.Last then Index else Container.Self.Last)));

   package body Formal_Model is
      function Model (Container : Vector) return M.Sequence is (M.Iter_Sequence (Container.Self));
   end Formal_Model;
end SPARK.Containers.Formal.Vectors;
