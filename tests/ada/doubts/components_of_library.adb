package body Components_Of_Library is
   procedure Set (First : Boolean) is
   begin
      Choose (First).all := 7;
      pragma Assert (Tab (1) = 7 or not First);
      pragma Assert (Tab (2) = 7);
   end Set;
end Components_Of_Library;
