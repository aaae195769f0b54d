--  A value put into its place.
package Insert_Sorted is
   Max : constant := 8;
   type Store is array (1 .. Max) of Natural;
   type Sorted_List is record
      Data : Store := (others => 0);
      Len  : Natural range 0 .. Max := 0;
   end record;
   function Is_Sorted (L : Sorted_List) return Boolean is
     (for all I in 2 .. L.Len => L.Data (I - 1) <= L.Data (I));
   procedure Insert (L : in out Sorted_List; X : Natural) with
     Pre => L.Len < Max and then Is_Sorted (L),
     Post => Is_Sorted (L) and then L.Len = L.Len'Old + 1
       and then (for some I in 1 .. L.Len => L.Data (I) = X);
end Insert_Sorted;
