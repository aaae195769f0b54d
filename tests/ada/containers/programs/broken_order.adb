--  What is no order: nothing is known of the set.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Ordered_Sets;
procedure Broken_Order is
   function Before (X, Y : Integer) return Boolean is (X <= Y);
   package Sets is new SPARK.Containers.Formal.Ordered_Sets (Integer, Before);
   use Sets;
   S : Set (5);
begin
   Insert (S, 1);
   pragma Assert (Contains (S, 1));
end Broken_Order;
