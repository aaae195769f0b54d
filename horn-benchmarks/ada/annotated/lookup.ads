--  A table with records: only one component of the elements changes.
package Lookup is
   type Key is range 0 .. 1_000;
   type Entry_Type is record
      K     : Key;
      Count : Natural;
   end record;
   type Table is array (1 .. 200) of Entry_Type;

   procedure Reset (T : in out Table) with
     Post => (for all I in T'Range => T (I).K = T'Old (I).K and T (I).Count = 0);

   function Find (T : Table; K : Key) return Natural with
     Post =>
       Find'Result <= T'Last
       and then (if Find'Result > 0 then T (Find'Result).K = K
                 else (for all I in T'Range => T (I).K /= K));
end Lookup;
