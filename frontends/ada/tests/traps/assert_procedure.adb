--  The procedures of Ada.Assertions (RM 11.4.2 (15-19)): checks under any policy, whose messages are evaluated.
with Ada.Assertions; use Ada.Assertions;
procedure Assert_Procedure is
   Asked : Natural := 0;
   Caught : Boolean := False;

   function Text return String is
   begin
      Asked := Asked + 1;
      return "asked";
   end Text;

   procedure Check (Holds : Boolean) renames Assert;

   generic
      with procedure Look (Check : Boolean; Message : String);
   procedure Twice (Holds : Boolean);
   procedure Twice (Holds : Boolean) is
   begin
      Look (Holds, "once");
      Look (Message => "twice", Check => Holds);
   end Twice;
   procedure Both is new Twice (Assert);
begin
   Assert (Asked = 0);
   Assert (True, Text);
   Assert (Message => Text, Check => Asked < 3);
   Check (Asked = 2);
   Both (Asked = 2);
   begin
      Assert (Asked = 7, "seven");
   exception
      when Assertion_Error => Caught := True;
   end;
   begin
      Both (Asked = 7);
      Caught := False;
   exception
      when Assertion_Error => null;
   end;
   pragma Assert (Caught);
   Ada.Assertions.Assert (not Caught, Text);  --  fails: VC_ASSERT
end Assert_Procedure;
