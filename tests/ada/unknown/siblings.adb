package body Siblings is
   function Length (Text : String) return Natural is (Text'Length);
end Siblings;
