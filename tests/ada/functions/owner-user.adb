with Owner.Part;
package body Owner.User with SPARK_Mode is
   procedure Through_Child is
      A : constant Integer := Get;
   begin
      Part.V := 5;
      pragma Assert (A = Get);  --  open
   end Through_Child;

   procedure Lost is
   begin
      Part.V := 5;
      Put;
      pragma Assert (Part.V = 5);  --  open
   end Lost;
end Owner.User;
