--  Strings are ordered at the first place where they differ, or by length.
procedure Order_Of_Strings (Letter : Character) is
   Word : String (1 .. 3) := "abc";
   Other : String (5 .. 6) := "ab";
begin
   pragma Assert (Other < Word and Word > Other and not (Word <= Other));
   Word (2) := Letter;
   if Letter > 'b' then
      pragma Assert (Word > Other);
   elsif Letter < 'b' then
      pragma Assert (Word < Other);
   else
      pragma Assert (Word >= Other and Word /= Other);
   end if;
   pragma Assert ("" < Word and not (Word < Word) and Word <= Word);
end Order_Of_Strings;
