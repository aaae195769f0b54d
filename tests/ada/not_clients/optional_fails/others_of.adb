with Packs;
package body Others_Of is
   Count : Integer := 0;

   procedure Act is
   begin
      Packs.Set (2);
      pragma Assert (Count = 0); --  open
   end Act;
begin
   pragma Assert (Packs.Value = 1); --  always
end Others_Of;
