--  Constants have what variables and functions had when the package was elaborated; clients change the variable.
package Frozen is
   Level : Integer := 1;
   function Above return Integer is (if Level < 100 then Level + 1 else 100);
   First : constant Integer := Level;
   Next  : constant Integer := Above;
   Last  : constant Integer := First + 1;
   Size  : constant Integer := 7;
   Twice : constant Integer := Size * 2;
   procedure Compare;
   procedure Compare_Next;
   procedure Know;
end Frozen;
