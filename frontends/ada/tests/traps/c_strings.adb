with Interfaces.C; use Interfaces.C;
procedure C_Strings is
   Name   : constant char_array := To_C ("ada");
   Target : char_array (1 .. 3) := (others => nul);
   Used   : size_t;
begin
   pragma Assert (Name'Length = 4);
   pragma Assert (To_Ada (Name) = "ada");
   To_C ("ab", Target, Used);
   pragma Assert (Used = 3);
   pragma Assert (To_Ada (Target) = "ab");
   To_C ("abc", Target, Used, Append_Nul => False);
   pragma Assert (not Is_Nul_Terminated (Target));
   pragma Assert (To_Ada (Target, Trim_Nul => False) = "abd");  --  fails: VC_ASSERT
end C_Strings;
