package body SPARK.Containers.Functional.Sets with SPARK_Mode is
   --  Which of the elements is meant, nobody says.
   function Any_Position (Container : Set) return Positive with
     Import, Post => Any_Position'Result <= Container.Last;

   function Choose (Container : Set) return Element_Type is (Container.Elements (Any_Position (Container)));

   --  The order of elements is open, and may be another one each time.
   function Iter_First (Container : Set) return Iter_Position is
     (if Container.Last = 0 then 0 else Any_Position (Container));

   function Next_Or_End (Container : Set) return Iter_Position with
     Import, Post => Next_Or_End'Result <= Container.Last;

   function Iter_Next (Container : Set; Key : Iter_Position) return Iter_Position is (Next_Or_End (Container));

   --  Where an element is, 0 if it is nowhere.
   function Index (Container : Set; Item : Element_Type) return Natural with
     Post =>
       Index'Result <= Container.Last
       and then (for all I in 1 .. Container.Last =>
                   (if I /= Index'Result then not Equivalent_Elements (Container.Elements (I), Item)))
       and then (if Index'Result > 0 then Equivalent_Elements (Container.Elements (Index'Result), Item));
   function Index (Container : Set; Item : Element_Type) return Natural is
   begin
      for I in 1 .. Container.Last loop
         if Equivalent_Elements (Container.Elements (I), Item) then
            --  It has none twice.
            pragma Assume (for all J in 1 .. Container.Last =>
                              (if J /= I then not Equivalent_Elements (Container.Elements (J), Item)));
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => not Equivalent_Elements (Container.Elements (J), Item));
      end loop;
      return 0;
   end Index;

   function Remove (Container : Set; Item : Element_Type) return Set is
      Known : constant Natural := Index (Container, Item);
   begin
      if Known = 0 then
         return Container;
      end if;
      return (Last     => Container.Last - 1,
              Elements => Container.Elements (1 .. Known - 1) & Container.Elements (Known + 1 .. Container.Last));
   end Remove;

   function Union (Left, Right : Set) return Set is
      Result : Set := Left;
   begin
      for I in 1 .. Right.Last loop
         if not Contains (Left, Right.Elements (I)) then
            Result := Add (Result, Right.Elements (I));
         end if;
      end loop;
      return Result;
   end Union;

   function Intersection (Left, Right : Set) return Set is
      Result : Set;
   begin
      for I in 1 .. Left.Last loop
         if Contains (Right, Left.Elements (I)) then
            Result := Add (Result, Left.Elements (I));
         end if;
      end loop;
      return Result;
   end Intersection;

   function Num_Overlaps (Left, Right : Set) return Big_Natural is (Length (Intersection (Left, Right)));
end SPARK.Containers.Functional.Sets;
