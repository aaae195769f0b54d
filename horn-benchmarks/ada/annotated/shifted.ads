--  Components moved by one place, where the invariant forgets that they are overwritten.
package Shifted is
   type Index is range 1 .. 30;
   type Values is array (Index) of Integer;

   procedure Shift (A : in out Values);
end Shifted;
