--  Maximum in an array by elimination (COST 2011, problem 1): two cursors meet at a greatest element.
package Maximum_Bug is
   Size : constant := 10;
   subtype Index is Integer range 0 .. Size - 1;
   type Vector is array (Index) of Integer;
   procedure Check (A : in Vector; N : in Integer);
end Maximum_Bug;
