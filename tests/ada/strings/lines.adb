with Ada.Strings; use Ada.Strings;
with Ada.Strings.Bounded;
procedure Lines (N : Natural) is
   package Short is new Ada.Strings.Bounded.Generic_Bounded_Length (6);
   use Short;
   type Line is record
      Text   : Bounded_String;
      Number : Natural := 0;
   end record;
   L : Line;
   W : Bounded_String := To_Bounded_String ("word");
begin
   pragma Assert (L.Text = Null_Bounded_String and Length (L.Text) = 0 and Max_Length = 6);
   L.Text := W & "s";
   pragma Assert (To_String (L.Text) = "words" and L.Text > W and Element (L.Text, 5) = 's');
   Append (L.Text, "worth", Drop => Right);
   pragma Assert (L.Text = "wordsw" and Append (W, "like", Left) = "rdlike");
   begin
      W := W & L.Text;
      pragma Assert (False);
   exception
      when Length_Error => null;
   end;
   pragma Assert (W = "word");
   Insert (W, 3, "-");
   pragma Assert (W = "wo-rd" and Index (W, "-") = 3 and Bounded_Slice (W, 4, 5) = "rd");
   Replace_Element (W, 3, '+');
   if N in 1 .. 5 then
      pragma Assert (Length (Head (W, N)) = N);
      pragma Assert (Element (W, N) /= '+');  --  fails: VC_ASSERT
   elsif N = 6 then
      begin
         Append (W, Element (W, N));
      exception
         when Index_Error => null;
      end;
      Append (W, "12");
   end if;
exception
   when Length_Error =>
      pragma Assert (N /= 6);  --  fails: VC_ASSERT
end Lines;
