with Siblings.String;
package Siblings.Use_Of_It is
   function Counted return Natural is (String.Count);
end Siblings.Use_Of_It;
