package body Insert_Sorted_Slip is
   procedure Insert (L : in out Sorted_List; X : Natural) is
      P : Natural := L.Len;
   begin
      while P > 1 and then L.Data (P) > X loop
         L.Data (P + 1) := L.Data (P);
         P := P - 1;
      end loop;
      L.Data (P + 1) := X;
      L.Len := L.Len + 1;
   end Insert;
end Insert_Sorted_Slip;
