--  Binary search in an array (VSTTE 2008, problem 2): the key is found if it occurs.
package Binary_Search is
   Size : constant := 10;
   subtype Index is Integer range 0 .. Size - 1;
   type Vector is array (Index) of Integer;
   procedure Check (A : in Vector; N : in Integer; Key : in Integer);
end Binary_Search;
