package body SPARK.Containers.Functional.Trees with SPARK_Mode is
   function Child (Container : Tree; Way : Enum_Type) return Tree is
      Nodes : Node_Array := Container.Nodes;
      --  The numbers of the nodes in the child, zero for those that are elsewhere.
      type Number_Array is array (1 .. Container.Last) of Natural;
      Numbers : Number_Array := (others => 0);
      Found   : Natural := 0;
   begin
      for I in 2 .. Container.Last loop
         declare
            Parent : constant Natural := Container.Nodes (I).Parent;
            Top    : constant Boolean := Parent = 1 and then Container.Nodes (I).Way = Way;
         begin
            if Top or else (Parent in 2 .. I - 1 and then Numbers (Parent) > 0) then
               Found := Found + 1;
               Numbers (I) := Found;
               Nodes (Found) := Container.Nodes (I);
               Nodes (Found).Parent := (if Top then 0 else Numbers (Parent));
            end if;
         end;
      end loop;
      return (Last => Found, Nodes => Nodes (1 .. Found));
   end Child;

   function Height (Container : Tree) return Big_Natural is
      type Number_Array is array (1 .. Container.Last) of Natural;
      Levels : Number_Array := (others => 1);
      Result : Natural := 0;
   begin
      for I in 1 .. Container.Last loop
         if Container.Nodes (I).Parent in 1 .. I - 1 then
            Levels (I) := Natural'Min (Levels (Container.Nodes (I).Parent), Natural'Last - 1) + 1;
         end if;
         Result := Integer'Max (Result, Levels (I));
      end loop;
      return To_Big_Integer (Result);
   end Height;

   function "=" (Left, Right : Tree) return Boolean is
     (Left.Last = Right.Last
      and then (Left.Last = 0
                or else (Get (Left) = Get (Right)
                         and then (for all Way in Enum_Type => Child (Left, Way) = Child (Right, Way)))));

   function Create (Item : Element_Type; Children : Tree_Array) return Tree is
      Result : Tree := Create (Item);
   begin
      for Way in Enum_Type loop
         declare
            Part  : constant Tree := Children (Way);
            Start : constant Natural := Result.Last;
            Nodes : Node_Array := Part.Nodes;
         begin
            if Part.Last > Natural'Last - Start then
               raise Storage_Error;
            end if;
            for I in 1 .. Part.Last loop
               if I = 1 then
                  Nodes (I).Parent := 1;
                  Nodes (I).Way := Way;
               else
                  Nodes (I).Parent := Natural'Min (Nodes (I).Parent, I - 1) + Start;
               end if;
            end loop;
            Result := (Last => Start + Part.Last, Nodes => Result.Nodes & Nodes);
         end;
      end loop;
      return Result;
   end Create;

   function Set_Child (Container : Tree; Way : Enum_Type; New_Child : Tree) return Tree is
      Children : Tree_Array;
   begin
      for Other in Enum_Type loop
         Children (Other) := (if Other = Way then New_Child else Child (Container, Other));
      end loop;
      return Create (Get (Container), Children);
   end Set_Child;
end SPARK.Containers.Functional.Trees;
