--  RM A.4.11: encoded texts, none of which is followed.
package Ada.Strings.UTF_Encoding.Wide_Strings is
   function Encode (Item : Wide_String; Output_Scheme : Encoding_Scheme; Output_BOM : Boolean := False)
     return UTF_String
   with
     Import, Post => Encode'Result'First = 1 and then Encode'Result'Last in 0 .. 400_004;
   function Encode (Item : Wide_String; Output_BOM : Boolean := False) return UTF_8_String with
     Import, Post => Encode'Result'First = 1 and then Encode'Result'Last in 0 .. 400_004;
   function Encode (Item : Wide_String; Output_BOM : Boolean := False) return UTF_16_Wide_String with
     Import, Post => Encode'Result'First = 1 and then Encode'Result'Last in 0 .. 400_004;
   function Decode (Item : UTF_String; Input_Scheme : Encoding_Scheme) return Wide_String with
     Import, Post => Decode'Result'First = 1 and then Decode'Result'Last in 0 .. 400_004;
   function Decode (Item : UTF_8_String) return Wide_String with
     Import, Post => Decode'Result'First = 1 and then Decode'Result'Last in 0 .. 400_004;
   function Decode (Item : UTF_16_Wide_String) return Wide_String with
     Import, Post => Decode'Result'First = 1 and then Decode'Result'Last in 0 .. 400_004;
end Ada.Strings.UTF_Encoding.Wide_Strings;
