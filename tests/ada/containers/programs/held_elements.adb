package body Held_Elements is
   use Numbers;
   Own : Vector;

   procedure Append_Itself (V : in out Vector) is
   begin
      V.Append (V (1));  --  held
   end Append_Itself;

   procedure Append_In_Loop (V : in out Vector) is
   begin
      for E of V loop  --  held
         if E > 0 then
            V.Append (E);
         end if;
      end loop;
   end Append_In_Loop;

   procedure Grow is
   begin
      Own.Append (1);
   end Grow;

   procedure Grow_In_Loop is
   begin
      for E of Own loop  --  held
         Grow;
      end loop;
   end Grow_In_Loop;

   procedure Grow_By (X : in out Integer) is
   begin
      Grow;
      X := 1;
   end Grow_By;

   procedure Grow_With is
   begin
      Grow_By (Own (1));  --  held
   end Grow_With;

   procedure Grow_Renamed (V : in out Vector) is
      First : Integer renames V (1);  --  held
   begin
      V.Append (1);
      First := 2;
   end Grow_Renamed;

   procedure Join (V : in out Vector) is
   begin
      V := V & V (1);  --  held
   end Join;

   procedure Clear_Part (R : in out Row) is
   begin
      for E of R.Items loop  --  held
         R.Items.Clear;
      end loop;
   end Clear_Part;

   procedure Assign_In_Loop (R : in out Row) is
      Other : constant Row := (R.Names, Own, 1);
   begin
      for E of R.Items loop  --  held
         R := Other;
      end loop;
   end Assign_In_Loop;

   procedure Range_Of_Loop (V : in out Vector) is
   begin
      for I in V (1) .. V (2) loop  --  held
         V.Append (I);
      end loop;
   end Range_Of_Loop;

   procedure Condition_And_Loop (V : in out Vector) is
      function Grown return Boolean is
      begin
         V.Append (1);
         return True;
      end Grown;
   begin
      pragma Assert (for all E of V => Grown);  --  held
   end Condition_And_Loop;

   procedure Insert_Itself (R : in out Row) is
   begin
      R.Names.Insert (8, R.Names (1));  --  held
   end Insert_Itself;

   procedure Exclude_In_Loop (R : in out Row) is
   begin
      for E of R.Names loop  --  held
         R.Names.Exclude (8);
      end loop;
   end Exclude_In_Loop;

   procedure Delete_At_Cursors (V : in out Vector) is
   begin
      for C in V.Iterate loop  --  held
         if V (C) > 0 then
            V.Delete_Last;
         end if;
      end loop;
   end Delete_At_Cursors;

   procedure Delete_By_Cursor (R : in out Row) is
      Position : Named.Cursor;
   begin
      for C in R.Names.Iterate loop  --  held
         Position := C;
         R.Names.Delete (Position);
      end loop;
   end Delete_By_Cursor;

   procedure Fine (R : in out Row) is
   begin
      for E of R.Items loop
         R.Count := (if E > 0 then 1 else 0);
         E := R.Count;
      end loop;
      for I in R.Items.First_Index .. R.Items.Last_Index loop
         pragma Assert (R.Items.Element (I) in 0 .. 1);
      end loop;
      Own.Clear;
      if R.Items.Length > 0 and then R.Items (1) = 1 then
         R.Items.Append (1);
      end if;
      Own.Append (3);
      R.Count := Own (1);
      Own.Append (Own.Element (1));
      pragma Assert (R.Count = 3 and Own (2) = 3);
   end Fine;

   procedure Fine_At_Cursors (R : in out Row) is
   begin
      for C in R.Items.Iterate loop
         R.Items.Replace_Element (C, 7);
         pragma Assert (R.Items (C) = 7 and Element (C) = R.Items.Element (To_Index (C)));
      end loop;
   end Fine_At_Cursors;
end Held_Elements;
