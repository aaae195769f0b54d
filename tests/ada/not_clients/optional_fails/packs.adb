package body Packs is
   Level : Integer := 0;

   function Value return Integer is (Level);

   procedure Set (X : Integer) is
   begin
      Level := X;
   end Set;
end Packs;
