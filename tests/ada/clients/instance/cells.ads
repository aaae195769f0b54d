generic
   type Item is range <>;
   Last : Positive;
package Cells is
   procedure Put (X : Item);
   procedure Get (X : out Item);
end Cells;
