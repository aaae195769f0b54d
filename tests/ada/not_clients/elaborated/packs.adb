package body Packs is
   Level : Integer := 0;

   procedure Set (X : Integer) is
   begin
      Level := X;
   end Set;
begin
   Set (5);
   pragma Assert (Level = 5); --  holds
   pragma Assert (Level = 0); --  always
end Packs;
