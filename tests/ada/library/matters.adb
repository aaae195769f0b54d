with Ada.Direct_IO;
with Ada.Exceptions; use Ada.Exceptions;
with Ada.Streams; use Ada.Streams;
with Ada.Streams.Stream_IO;
with Ada.Strings.UTF_Encoding.Wide_Strings; use Ada.Strings.UTF_Encoding;
with Ada.Task_Identification; use Ada.Task_Identification;
with GNAT.Regpat; use GNAT.Regpat;
with GNAT.Source_Info;
with GNAT.Traceback.Symbolic;
with System.Address_Image;
with System.Storage_Elements; use System.Storage_Elements;
procedure Matters (Text : String) with Pre => Text'First = 1 and Text'Last <= 100 is
   package Numbers is new Ada.Direct_IO (Integer);
   use type Numbers.Count;
   Table : Numbers.File_Type;
   File  : Stream_IO.File_Type;
   Block : Stream_Element_Array (1 .. 10);
   Last  : Stream_Element_Offset;
   Value : Integer := 0;
   At_It : Match_Array (0 .. 1);
   One   : constant Pattern_Matcher := Compile ("a(b*)");  --  open
   Place : constant System.Address := Value'Address;
begin
   Numbers.Open (Table, Numbers.In_File, "numbers");
   while not Numbers.End_Of_File (Table) loop
      Numbers.Read (Table, Value);
      pragma Assert (Numbers.Index (Table) > 0);
   end loop;
   pragma Assert (Value = 0);  --  open
   Stream_IO.Read (File, Block, Last);
   pragma Assert (Last in 0 .. 10);
   pragma Assert (Last > 0);  --  open

   Match (One, Text, At_It);
   if At_It (0) /= No_Match then
      pragma Assert (At_It (0).First >= 1 and At_It (0).Last <= Text'Last);
      pragma Assert (Text (At_It (0).First .. At_It (0).Last)'Length > 0);  --  open
   end if;

   pragma Assert (Current_Task /= Null_Task_Id);
   pragma Assert (Is_Callable (Current_Task));  --  open
   pragma Assert (GNAT.Source_Info.Line > 0 and System.Address_Image (Place)'Length = 16);
   pragma Assert (Place mod 8 in 0 .. 7);
   pragma Assert (Place mod 8 = 0);  --  open
   pragma Assert (BOM_8'Length = 3 and Encoding (BOM_16LE & "a") = UTF_16LE and Encoding (Text (1 .. 0)) = UTF_8);
   pragma Assert (Wide_Strings.Decode (UTF_8_String'("a")) = "a");  --  open
   raise Program_Error;
exception
   when E : Program_Error =>
      pragma Assert (GNAT.Traceback.Symbolic.Symbolic_Traceback (E)'First = 1);
      pragma Assert (GNAT.Traceback.Symbolic.Symbolic_Traceback (E) /= "");  --  open
end Matters;  --  open
