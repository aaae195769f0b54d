package body Inventory is
   function Total (S : Stock) return Natural is
      R : Natural := 0;
   begin
      for I in Item'Range loop
         R := R + S (I);
      end loop;
      return R;
   end Total;
   procedure Move (S : in out Stock; From, To : Item; N : Natural) is
   begin
      S (From) := S (From) - N;
      S (To) := S (To) + N;
   end Move;
end Inventory;
