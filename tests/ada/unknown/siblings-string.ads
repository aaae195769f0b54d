package Siblings.String is
   Count : Natural := 0;
end Siblings.String;
