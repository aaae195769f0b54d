--  A child unit has the name of a type, and only those see it that name it.
package Siblings is
   function Length (Text : String) return Natural;
end Siblings;
