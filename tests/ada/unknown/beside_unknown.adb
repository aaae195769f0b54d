--  Operators and subprograms of types that are not known stand beside those of types that are.
with System.OS_Lib; use System.OS_Lib;
procedure Beside_Unknown (Given : Integer) is
   package Inner is
      function "+" (Left, Right : String_Access) return String_Access is (Left);
      function "&" (Left : String; Right : String_Access) return String is (Left);
      procedure Halve (Value : in out Integer);
      procedure Halve (Value : in out Argument_List) is null;
      function Large (Value : Integer) return Boolean is (Value > 3);
      function Large (Value : String_Access) return Boolean is (Value = null);
   end Inner;
   package body Inner is
      procedure Halve (Value : in out Integer) is
      begin
         Value := Value / 2;
      end Halve;
   end Inner;
   use Inner;
   Value : Integer := 1;
   Text  : constant String := "ab" & "c";
begin
   if Given < 100 then
      Value := Given + 1;
   end if;
   Halve (Value);
   pragma Assert (Large (5));
   pragma Assert (Text & 'd' = "abcd");
   pragma Assert (Value < 51);
   pragma Assert (Value /= 7);  --  fails
end Beside_Unknown;
