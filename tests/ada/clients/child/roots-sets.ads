package Roots.Sets is
   procedure Set (X : Natural);
end Roots.Sets;
