package body Lookup is
   procedure Reset (T : in out Table) is
   begin
      for I in T'Range loop
         T (I).Count := 0;
         pragma Loop_Invariant
           (for all J in T'First .. I => T (J).K = T'Loop_Entry (J).K and T (J).Count = 0);
      end loop;
   end Reset;

   function Find (T : Table; K : Key) return Natural is
   begin
      for I in T'Range loop
         if T (I).K = K then
            return I;
         end if;
         pragma Loop_Invariant (for all J in T'First .. I => T (J).K /= K);
      end loop;
      return 0;
   end Find;
end Lookup;
