--  Images of values, and values of texts that runs compute (RM 3.5).
procedure Values_Of_Texts is
   type Color is (Red, Green, 'b', Blue);
   type M is mod 100;
   function Id (S : String) return String is (S);
   C : Character := 'x';
begin
   pragma Assert (Integer'Value (Id (" 42 ")) = 42);
   pragma Assert (Color'Value (Id ("green")) = Green);
   pragma Assert (Color'Value (Id ("'b'")) = 'b');
   pragma Assert (Color'Value (Color'Image (Blue)) = Blue);
   pragma Assert (M'Value (Id ("16#1F#")) = 31);
   pragma Assert (Boolean'Value (Id ("True")));
   for I in Integer range -30 .. 30 loop
      pragma Assert (Integer'Value (Integer'Image (I)) = I);
   end loop;
   pragma Assert (Character'Image (C) = "'x'");
   for D in Character loop
      pragma Assert (Character'Value (Character'Image (D)) = D);
   end loop;
   begin
      C := Character'Val (Integer'Value (Id ("3x")));
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   begin
      C := Character'Val (M'Value (Id ("100")));
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   pragma Assert (Integer'Value (Id ("12")) = 13);  --  fails: VC_ASSERT
end Values_Of_Texts;
