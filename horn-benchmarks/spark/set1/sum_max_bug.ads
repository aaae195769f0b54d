--  SUM&MAX (VSComp 2010, problem 1): the sum of N naturals is at most N times the greatest of them.
package Sum_Max_Bug is
   Size : constant := 10;
   subtype Index is Integer range 0 .. Size - 1;
   subtype Length is Integer range 0 .. Size;
   type Vector is array (Index) of Integer;
   procedure Check (A : in Vector; N : in Length);
end Sum_Max_Bug;
