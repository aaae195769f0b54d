with Ada.Characters.Handling; use Ada.Characters.Handling;

--  RM A.4.6.
package Ada.Strings.Maps.Constants with Pure is
   function Control_Set return Character_Set;
   function Graphic_Set return Character_Set;
   function Letter_Set return Character_Set;
   function Lower_Set return Character_Set;
   function Upper_Set return Character_Set;
   function Basic_Set return Character_Set;
   function Decimal_Digit_Set return Character_Set;
   function Hexadecimal_Digit_Set return Character_Set;
   function Alphanumeric_Set return Character_Set;
   function Special_Set return Character_Set;
   function ISO_646_Set return Character_Set;

   function Lower_Case_Map return Character_Mapping;
   function Upper_Case_Map return Character_Mapping;
   function Basic_Map return Character_Mapping;
private
   function Control_Set return Character_Set is ([for C in Character => Is_Control (C)]);
   function Graphic_Set return Character_Set is ([for C in Character => Is_Graphic (C)]);
   function Letter_Set return Character_Set is ([for C in Character => Is_Letter (C)]);
   function Lower_Set return Character_Set is ([for C in Character => Is_Lower (C)]);
   function Upper_Set return Character_Set is ([for C in Character => Is_Upper (C)]);
   function Basic_Set return Character_Set is ([for C in Character => Is_Basic (C)]);
   function Decimal_Digit_Set return Character_Set is ([for C in Character => Is_Decimal_Digit (C)]);
   function Hexadecimal_Digit_Set return Character_Set is ([for C in Character => Is_Hexadecimal_Digit (C)]);
   function Alphanumeric_Set return Character_Set is ([for C in Character => Is_Alphanumeric (C)]);
   function Special_Set return Character_Set is ([for C in Character => Is_Special (C)]);
   function ISO_646_Set return Character_Set is ([for C in Character => Is_ISO_646 (C)]);

   function Lower_Case_Map return Character_Mapping is ([for C in Character => Shift (C, To_Lower (C))]);
   function Upper_Case_Map return Character_Mapping is ([for C in Character => Shift (C, To_Upper (C))]);
   function Basic_Map return Character_Mapping is ([for C in Character => Shift (C, To_Basic (C))]);
end Ada.Strings.Maps.Constants;
