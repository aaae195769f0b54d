with Cells;
package Numbers is
   type Number is range 0 .. 9;
   package Store is new Cells (Number, 3);
end Numbers;
