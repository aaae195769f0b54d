with Ada.Strings; use Ada.Strings;
with Ada.Strings.Fixed; use Ada.Strings.Fixed;
procedure Texts is
   Name  : constant String := "  hello ";
   Field : String (1 .. 8) := (others => '*');
   Found : Natural;
begin
   pragma Assert (Trim (Name, Both) = "hello");
   pragma Assert (Trim (Name, Left)'Length = 6 and Trim (Name, Left)'First = 1);
   pragma Assert (Index (Name, "l") = 5 and Index (Name, "l", Backward) = 6);
   pragma Assert (Count (Name, "l") = 2);
   pragma Assert (Head ("ab", 4, '.') = "ab.." and Tail ("ab", 1) = "b");
   pragma Assert (Replace_Slice ("abc", 2, 2, "xyz") = "axyzc");
   pragma Assert (3 * "ab" = "ababab");
   Move ("ab", Field, Justify => Right, Pad => '0');
   pragma Assert (Field = "000000ab");
   Overwrite (Field, 7, "xyz");
   pragma Assert (Field (8) = 'y');
   for N in 1 .. 3 loop
      Found := Index (N * "a" & "b", "b");
      pragma Assert (Found = N + 1);
      pragma Assert (Found /= 4);  --  fails: VC_ASSERT
   end loop;
end Texts;
