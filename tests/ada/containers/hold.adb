--  Every subprogram of Held_Elements that is not analysed for that raises Program_Error.
with Ada.Text_IO;
with Held_Elements; use Held_Elements;
procedure Hold is
   V     : Numbers.Vector;
   R     : Row;
   Quiet : Natural := 0;
   generic
      with procedure Act;
   procedure Raises (Name : String);
   procedure Raises (Name : String) is
   begin
      V := Numbers.To_Vector (1, 2);
      R.Items := V;
      R.Names.Include (1, 1);
      Act;
      Quiet := Quiet + 1;
      Ada.Text_IO.Put_Line (Name & " returns");
   exception
      when Program_Error => null;
   end Raises;
   generic
      with procedure Act (V : in out Numbers.Vector);
   procedure Raises_For (Name : String);
   procedure Raises_For (Name : String) is
      procedure Of_V is
      begin
         Act (V);
      end Of_V;
      procedure Check is new Raises (Of_V);
   begin
      Check (Name);
   end Raises_For;
   generic
      with procedure Act (R : in out Row);
   procedure Raises_Of (Name : String);
   procedure Raises_Of (Name : String) is
      procedure Of_R is
      begin
         Act (R);
      end Of_R;
      procedure Check is new Raises (Of_R);
   begin
      Check (Name);
   end Raises_Of;
   procedure One is new Raises_For (Append_Itself);
   procedure Two is new Raises_For (Append_In_Loop);
   procedure Three is new Raises (Grow_In_Loop);
   procedure Four is new Raises (Grow_With);
   procedure Five is new Raises_For (Grow_Renamed);
   procedure Six is new Raises_For (Join);
   procedure Seven is new Raises_Of (Clear_Part);
   procedure Eight is new Raises_Of (Assign_In_Loop);
   procedure Nine is new Raises_For (Range_Of_Loop);
   procedure Ten is new Raises_For (Condition_And_Loop);
   procedure Eleven is new Raises_Of (Insert_Itself);
   procedure Twelve is new Raises_Of (Exclude_In_Loop);
   procedure Thirteen is new Raises_For (Delete_At_Cursors);
   procedure Fourteen is new Raises_Of (Delete_By_Cursor);
begin
   Fine (R);
   Fine_At_Cursors (R);
   One ("Append_Itself");
   Two ("Append_In_Loop");
   Three ("Grow_In_Loop");
   Four ("Grow_With");
   Five ("Grow_Renamed");
   Six ("Join");
   Seven ("Clear_Part");
   Eight ("Assign_In_Loop");
   Nine ("Range_Of_Loop");
   Ten ("Condition_And_Loop");
   Eleven ("Insert_Itself");
   Twelve ("Exclude_In_Loop");
   Thirteen ("Delete_At_Cursors");
   Fourteen ("Delete_By_Cursor");
   Ada.Text_IO.Put_Line ("done," & Quiet'Image & " return");
end Hold;
