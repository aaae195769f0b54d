package body SPARK.Containers.Functional.Maps with SPARK_Mode is
   --  Which of the keys is meant, nobody says.
   function Any_Position (Container : Map) return Positive with
     Import, Post => Any_Position'Result <= Container.Last;

   function Choose (Container : Map) return Key_Type is (Container.Keys (Any_Position (Container)));

   --  The order of keys is open, and may be another one each time.
   function Iter_First (Container : Map) return Iter_Position is
     (if Container.Last = 0 then 0 else Any_Position (Container));

   function Next_Or_End (Container : Map) return Iter_Position with
     Import, Post => Next_Or_End'Result <= Container.Last;

   function Iter_Next (Container : Map; Key : Iter_Position) return Iter_Position is (Next_Or_End (Container));

   --  Where a key is, 0 if it is nowhere.
   function Index (Container : Map; Key : Key_Type) return Natural with
     Post =>
       Index'Result <= Container.Last
       and then (for all I in 1 .. Container.Last =>
                   (if I /= Index'Result then not Equivalent_Keys (Container.Keys (I), Key)))
       and then (if Index'Result > 0 then Equivalent_Keys (Container.Keys (Index'Result), Key));
   function Index (Container : Map; Key : Key_Type) return Natural is
   begin
      for I in 1 .. Container.Last loop
         if Equivalent_Keys (Container.Keys (I), Key) then
            --  It has none twice.
            pragma Assume (for all J in 1 .. Container.Last =>
                              (if J /= I then not Equivalent_Keys (Container.Keys (J), Key)));
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => not Equivalent_Keys (Container.Keys (J), Key));
      end loop;
      return 0;
   end Index;

   function Get (Container : Map; Key : Key_Type) return Element_Type is
     (Container.Elements (Index (Container, Key)));

   function Set (Container : Map; Key : Key_Type; New_Item : Element_Type) return Map is
      Result : Map := Container;
   begin
      Result.Elements (Index (Container, Key)) := New_Item;
      return Result;
   end Set;

   function Remove (Container : Map; Key : Key_Type) return Map is
      At_Key : constant Positive := Index (Container, Key);
      Last   : Natural renames Container.Last;
   begin
      return
        (Last     => Last - 1,
         Keys     => Container.Keys (1 .. At_Key - 1) & Container.Keys (At_Key + 1 .. Last),
         Elements => Container.Elements (1 .. At_Key - 1) & Container.Elements (At_Key + 1 .. Last));
   end Remove;
end SPARK.Containers.Functional.Maps;
