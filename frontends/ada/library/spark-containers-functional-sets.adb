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

   function Remove (Container : Set; Item : Element_Type) return Set is
   begin
      for I in 1 .. Container.Last loop
         if Equivalent_Elements (Container.Elements (I), Item) then
            return (Last     => Container.Last - 1,
                    Elements => Container.Elements (1 .. I - 1) & Container.Elements (I + 1 .. Container.Last));
         end if;
      end loop;
      return Container;
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
