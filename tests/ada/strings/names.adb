with Ada.Strings; use Ada.Strings;
with Ada.Strings.Unbounded; use Ada.Strings.Unbounded;
procedure Names (N : Natural) is
   type Person is record
      Name : Unbounded_String;
      Age  : Natural := 0;
   end record;
   P : Person;
   Q : Unbounded_String := To_Unbounded_String ("Ada");
begin
   pragma Assert (P.Name = Null_Unbounded_String and Length (P.Name) = 0);
   P.Name := Q;
   Append (P.Name, " Lovelace");
   pragma Assert (To_String (P.Name) = "Ada Lovelace" and Length (Q) = 3);
   pragma Assert (Slice (P.Name, 5, 8) = "Love" and Index (P.Name, "L") = 5);
   Replace_Element (Q, 1, 'a');
   pragma Assert (Q = "ada" and Element (Q, 2) = 'd');
   P.Name := Head (Q, 2) & "d" & To_Unbounded_String ("!");
   pragma Assert (P.Name = "add!");
   if N > 0 then
      Append (Q, Element (P.Name, (if N > 9 then 4 else 1)));
      pragma Assert (Length (Q) = 4);
      pragma Assert (Element (Q, 4) = 'a');  --  fails: VC_ASSERT
   end if;
end Names;
