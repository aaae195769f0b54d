with System;
package body Packs is
   Level : Integer := 0;
   Where : System.Address := System.Null_Address;

   procedure Signal is
   begin
      Level := -1;
   end Signal;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Where := Signal'Address;
      Level := 0;
   end Use_It;
end Packs;
