with Stores;
package body Fillers is
   Times : Natural := 0;

   procedure Again is
   begin
      if Times < 5 then
         Times := Times + 1;
         Stores.Put;
      end if;
   end Again;
begin
   Stores.Put;
end Fillers;
