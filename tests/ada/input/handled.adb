--  Input that ends, or has another form than the one asked for, is any input: handlers see it.
with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;
with Ada.Text_IO;         use Ada.Text_IO;
procedure Handled is
   Line  : String (1 .. 80);
   Last  : Natural;
   X     : Integer  := 0;
   Lines : Natural  := 0;
   Tries : Positive := 1;
   Ended : Boolean  := False;

   --  Asks until a number comes.
   procedure Ask is
   begin
      loop
         begin
            Get (X);
            exit;
         exception
            when Data_Error =>
               Skip_Line;
               exit when Tries = 5;
               Tries := Tries + 1;
         end;
      end loop;
   exception
      when End_Error =>
         Ended := True;
   end Ask;
begin
   begin
      while Lines < 10 loop
         Get_Line (Line, Last);
         Lines := Lines + 1;
      end loop;
   exception
      when End_Error =>
         pragma Assert (Lines < 10);
         Ended := True;
   end;
   pragma Assert (Ended or Lines = 10);
   Ask;
   pragma Assert (Tries <= 5);
   begin
      Get (X);
      X := 7;
   exception
      when Constraint_Error =>
         pragma Assert (X = 7);  --  never comes here
      when End_Error | Data_Error =>
         null;
   end;
   pragma Assert (not Ended);  --  fails: VC_ASSERT
end Handled;
