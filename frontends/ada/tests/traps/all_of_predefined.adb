--  A use clause of all of a type shows the operations of types of predefined units.
with Interfaces, Ada.Text_IO, Ada.Exceptions;
procedure All_Of_Predefined is
   use all type Interfaces.Unsigned_8;
   use all type Ada.Text_IO.File_Type;
   use all type Ada.Exceptions.Exception_Occurrence;
   use all type Ada.Exceptions.Exception_Id;
   procedure Put_Line (Text : String) is
   begin
      Ada.Text_IO.Put_Line (Text & ".");
   end Put_Line;
   B : Interfaces.Unsigned_8 := 16#81#;
   F : Ada.Text_IO.File_Type;
begin
   B := Rotate_Left (B, 1);
   pragma Assert (B = 3);
   if B = 4 then
      begin
         Put_Line (F, "text");
         Close (F);
      exception
         when others =>
            null;
      end;
   end if;
   Put_Line ("text");
   begin
      raise Constraint_Error;
   exception
      when Occurrence : others =>
         pragma Assert (Exception_Identity (Occurrence) = Constraint_Error'Identity);
         begin
            Reraise_Occurrence (Occurrence);
         exception
            when Constraint_Error =>
               B := Shift_Left (B, 1);
         end;
   end;
   pragma Assert (B = 6);
   begin
      Raise_Exception (Program_Error'Identity, "text");
   exception
      when Program_Error =>
         B := Shift_Right (B, 1);
   end;
   pragma Assert (B = 6);  --  fails: VC_ASSERT
end All_Of_Predefined;
