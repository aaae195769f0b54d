package body SPARK.Containers.Functional.Multisets with SPARK_Mode is
   --  Where an element is, 0 if it is nowhere.
   function Index (Container : Multiset; Element : Element_Type) return Natural with
     Post =>
       Index'Result <= Container.Last
       and then (for all I in 1 .. Container.Last =>
                   (if I /= Index'Result then not Equivalent_Elements (Container.Elements (I), Element)))
       and then (if Index'Result > 0 then
                   Equivalent_Elements (Container.Elements (Index'Result), Element)
                   and then Container.Numbers (Index'Result) > 0);
   function Index (Container : Multiset; Element : Element_Type) return Natural is
   begin
      for I in 1 .. Container.Last loop
         if Equivalent_Elements (Container.Elements (I), Element) then
            --  It has none twice, and none that does not occur.
            pragma Assume (for all J in 1 .. Container.Last =>
                              (if J /= I then not Equivalent_Elements (Container.Elements (J), Element)));
            pragma Assume (Container.Numbers (I) > 0);
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => not Equivalent_Elements (Container.Elements (J), Element));
      end loop;
      return 0;
   end Index;

   function Nb_Occurence (Container : Multiset; Element : Element_Type) return Big_Natural is
      Known : constant Natural := Index (Container, Element);
   begin
      return (if Known = 0 then 0 else Container.Numbers (Known));
   end Nb_Occurence;

   function Add (Container : Multiset; Element : Element_Type; Count : Big_Positive) return Multiset is
      Known  : constant Natural := Index (Container, Element);
      Result : Multiset := Container;
   begin
      if Known > 0 then
         Result.Numbers (Known) := Result.Numbers (Known) + Count;
         return Result;
      elsif Container.Last = Natural'Last then
         raise Storage_Error;
      end if;
      return
        (Last     => Container.Last + 1,
         Elements => Container.Elements & Element,
         Numbers  => Container.Numbers & Count);
   end Add;

   function Remove_All (Container : Multiset; Element : Element_Type) return Multiset is
      Known : constant Positive := Index (Container, Element);
      Last  : Natural renames Container.Last;
   begin
      return
        (Last     => Last - 1,
         Elements => Container.Elements (1 .. Known - 1) & Container.Elements (Known + 1 .. Last),
         Numbers  => Container.Numbers (1 .. Known - 1) & Container.Numbers (Known + 1 .. Last));
   end Remove_All;

   function Remove (Container : Multiset; Element : Element_Type; Count : Big_Positive) return Multiset is
      Known  : constant Natural := Index (Container, Element);
      Result : Multiset := Container;
   begin
      if Known > 0 and then Result.Numbers (Known) > Count then
         Result.Numbers (Known) := Result.Numbers (Known) - Count;
         return Result;
      end if;
      return Remove_All (Container, Element);
   end Remove;

   --  Which of the elements is meant, nobody says.
   function Any_Position (Container : Multiset) return Positive with
     Import, Post => Any_Position'Result <= Container.Last;

   function Choose (Container : Multiset) return Element_Type is (Container.Elements (Any_Position (Container)));

   --  The order of elements is open, and may be another one each time.
   function Iter_First (Container : Multiset) return Iter_Position is
     (if Container.Last = 0 then 0 else Any_Position (Container));

   function Next_Or_End (Container : Multiset) return Iter_Position with
     Import, Post => Next_Or_End'Result <= Container.Last;

   function Iter_Next (Container : Multiset; Key : Iter_Position) return Iter_Position is (Next_Or_End (Container));
end SPARK.Containers.Functional.Multisets;
