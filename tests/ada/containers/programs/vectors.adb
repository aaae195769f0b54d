with Ada.Containers.Vectors; use type Ada.Containers.Count_Type;
procedure Vectors (N : Natural) is
   type Point is record
      X, Y : Integer := 0;
   end record;
   package Numbers is new Ada.Containers.Vectors (Positive, Integer);
   package Points is new Ada.Containers.Vectors (Natural, Point);
   use Numbers;
   V, W : Vector;
   P    : Points.Vector;
   Sum  : Integer := 0;
begin
   pragma Assert (V.Is_Empty and V.Length = 0 and V.Last_Index = No_Index and V = Empty_Vector);
   V.Append (3);
   Append (V, 4);
   V.Prepend (2);
   pragma Assert (V.Length = 3 and V (1) = 2 and V.Element (3) = 4 and V.Last_Element = 4);
   V (2) := V (1) + 10;
   pragma Assert (V (2) = 12 and V.Contains (12) and V.Find_Index (4) = 3 and V.Find_Index (5) = No_Index);
   for E of V loop
      Sum := Sum + E;
   end loop;
   pragma Assert (Sum = 18);
   for E of V loop
      E := 0;
   end loop;
   for I in V.First_Index .. V.Last_Index loop
      pragma Assert (V (I) = 0);
   end loop;
   W := V & 7;
   pragma Assert (W /= V and W.Length = 4 and (for all E of W => E in 0 .. 7));
   W.Delete (1, 3);
   W.Append (8, 2);
   W.Swap (1, 2);
   pragma Assert (W.Length = 3 and W (1) = 8 and W (2) = 7);
   P.Append (Point'(1, 2));
   P (0).Y := 5;
   pragma Assert (P (0) = (1, 5));
   begin
      Sum := V (4);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   if N in 1 .. 3 then
      pragma Assert (W.Element (N) in 7 .. 8);
      pragma Assert (W (N) /= 7);  --  fails: VC_ASSERT
   elsif N > 4 then
      begin
         W.Insert (N, New_Item => 1);
         pragma Assert (False);
      exception
         when Constraint_Error => null;
      end;
   elsif N = 4 then
      W.Insert (N, New_Item => 1);
      pragma Assert (W.Last_Index = 4);
      W.Clear;
      begin
         pragma Assert (W.First_Element = 0);
      exception
         when Constraint_Error =>
            pragma Assert (N = 0);  --  fails: VC_ASSERT
      end;
   end if;
end Vectors;
