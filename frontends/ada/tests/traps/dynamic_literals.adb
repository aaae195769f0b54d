--  A string literal begins where the index subtype does, also if that is computed.
procedure Dynamic_Literals is
   function Start return Integer is
   begin
      return -1;
   end Start;
   Low : constant Integer := Start;
   type Marks is array (Integer range Low .. 1) of Character;
   subtype Numbers is Integer range Low .. 3;
   type Texts is array (Numbers range <>) of Character;
   M : Marks := "xyz";
   T : constant Texts := "abcd";
begin
   pragma Assert (M (-1) = 'x' and M (1) = 'z');
   pragma Assert (T'First = -1 and T'Last = 2 and T (2) = 'd');
   M := "zyx";
   pragma Assert (M (-1) = 'z');
   pragma Assert (M (1) = 'z');  --  fails: VC_ASSERT
end Dynamic_Literals;
