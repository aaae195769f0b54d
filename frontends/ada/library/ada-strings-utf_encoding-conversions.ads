--  RM A.4.11: encoded texts, none of which is followed.
package Ada.Strings.UTF_Encoding.Conversions is
   function Convert
     (Item          : UTF_String;
      Input_Scheme  : Encoding_Scheme;
      Output_Scheme : Encoding_Scheme;
      Output_BOM    : Boolean := False) return UTF_String
   with Import, Post => Convert'Result'First = 1 and then Convert'Result'Last in 0 .. 400_004;
   function Convert (Item : UTF_String; Input_Scheme : Encoding_Scheme; Output_BOM : Boolean := False)
     return UTF_16_Wide_String
   with Import, Post => Convert'Result'First = 1 and then Convert'Result'Last in 0 .. 400_004;
   function Convert (Item : UTF_8_String; Output_BOM : Boolean := False) return UTF_16_Wide_String with
     Import, Post => Convert'Result'First = 1 and then Convert'Result'Last in 0 .. 400_004;
   function Convert (Item : UTF_16_Wide_String; Output_Scheme : Encoding_Scheme; Output_BOM : Boolean := False)
     return UTF_String
   with Import, Post => Convert'Result'First = 1 and then Convert'Result'Last in 0 .. 400_004;
   function Convert (Item : UTF_16_Wide_String; Output_BOM : Boolean := False) return UTF_8_String with
     Import, Post => Convert'Result'First = 1 and then Convert'Result'Last in 0 .. 400_004;
end Ada.Strings.UTF_Encoding.Conversions;
