--  Inverting an injection (VSComp 2010, problem 2): B is the inverse of A, which is injective on 0 .. N - 1.
package Inverting_Bug is
   Size : constant := 10;
   subtype Index is Integer range 0 .. Size;
   type Vector is array (Index) of Integer;
   procedure Check_Inverse (A : in Vector; N : in Integer);
end Inverting_Bug;
