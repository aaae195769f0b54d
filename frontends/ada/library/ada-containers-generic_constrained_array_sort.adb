--  In which order elements come of which none is less than the other is open.
procedure Ada.Containers.Generic_Constrained_Array_Sort (Container : in out Array_Type) is
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   Least       : Index_Type;
   Item, Other : Element_Type;
begin
   for I in Container'Range loop
      Least := I;
      Item := Container (I);
      for J in I .. Container'Last loop
         Other := Container (J);
         if J /= I and then (Other < Item or else (not (Item < Other) and then Any_Choice)) then
            Least := J;
            Item := Other;
         end if;
         pragma Loop_Invariant (Least in I .. Container'Last);
      end loop;
      Container (Least) := Container (I);
      Container (I) := Item;
   end loop;
end Ada.Containers.Generic_Constrained_Array_Sort;
