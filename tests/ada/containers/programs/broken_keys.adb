--  A set that is asked by keys in another order than that of its elements.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Ordered_Sets;
procedure Broken_Keys is
   function Key (X : Integer) return Integer is (X);
   package Sets is new SPARK.Containers.Formal.Ordered_Sets (Integer);
   package Keys is new Sets.Generic_Keys (Integer, Key, "<" => ">");
   S : Sets.Set (4);
begin
   Sets.Insert (S, 1);
   Sets.Insert (S, 2);
   Sets.Insert (S, 3);
   pragma Assert (Keys.Contains (S, 1));
end Broken_Keys;
