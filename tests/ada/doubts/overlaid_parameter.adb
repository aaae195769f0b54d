--  What a parameter has at whose place another object lies is not followed.
procedure Overlaid_Parameter is
   X : Integer := 0;
   C : constant Integer := 10;
   D : constant Integer with Import, Address => C'Address;

   procedure Set (Y : in out Integer; By : Integer) is
      Z : Integer with Import, Address => Y'Address;
   begin
      Y := 1;
      Z := By;
   end Set;
begin
   Set (X, 2);
   pragma Assert (X = 1);
   pragma Assert (D = 10);
end Overlaid_Parameter;
