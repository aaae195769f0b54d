package body SPARK.Containers.Functional.Discrete_Sets with SPARK_Mode is
   --  Which of the elements is meant, nobody says.
   function Any_Item (Container : Set) return Element_Type with
     Import, Post => Contains (Container, Any_Item'Result);

   function Choose (Container : Set) return Element_Type is (Any_Item (Container));

   --  The order of elements is open, and may be another one each time.
   function Iter_Element (Container : Set; Key : Iter_Position) return Element_Type is (Any_Item (Container));

   function Length (Container : Set) return Big_Natural is
   begin
      --  The size is that of what it has.
      pragma Assume ((Container.Size = 0) = Is_Empty (Container));
      return Sizes.To_Big_Integer (Container.Size);
   end Length;

   function Add (Container : Set; Item : Element_Type) return Set is
   begin
      --  The item is one of the values that it does not have.
      pragma Assume (Container.Size < Iter_Position'Last);
      return (Has => (Container.Has with delta Item => True), Size => Container.Size + 1);
   end Add;

   function Remove (Container : Set; Item : Element_Type) return Set is
   begin
      --  It has the item.
      pragma Assume (Container.Size > 0);
      return (Has => (Container.Has with delta Item => False), Size => Container.Size - 1);
   end Remove;

   function Overlaps (Left, Right : Set) return Iter_Position with
     Post => Overlaps'Result <= Left.Size and then Overlaps'Result <= Right.Size;
   function Overlaps (Left, Right : Set) return Iter_Position is
      Result : Iter_Position := 0;
   begin
      for Item in Element_Type loop
         if Left.Has (Item) and then Right.Has (Item) then
            --  Neither has fewer elements than are in both.
            pragma Assume (Result < Left.Size and then Result < Right.Size);
            Result := Result + 1;
         end if;
         pragma Loop_Invariant (Result <= Left.Size and then Result <= Right.Size);
      end loop;
      return Result;
   end Overlaps;

   function Num_Overlaps (Left, Right : Set) return Big_Natural is (Sizes.To_Big_Integer (Overlaps (Left, Right)));

   function Union (Left, Right : Set) return Set is
      More : constant Iter_Position := Right.Size - Overlaps (Left, Right);
   begin
      --  There are no more values.
      pragma Assume (Left.Size <= Iter_Position'Last - More);
      return
        (Has  => [for Item in Element_Type => Left.Has (Item) or else Right.Has (Item)],
         Size => Left.Size + More);
   end Union;

   function Intersection (Left, Right : Set) return Set is
     (Has  => [for Item in Element_Type => Left.Has (Item) and then Right.Has (Item)],
      Size => Overlaps (Left, Right));
end SPARK.Containers.Functional.Discrete_Sets;
