--  Access values of components of library objects.
package Components_Of_Library is
   Tab : array (1 .. 3) of aliased Integer := (1, 2, 3);
   type Ref is access all Integer;
   function Choose (First : Boolean) return Ref is (if First then Tab (1)'Access else Tab (2)'Access);
   procedure Set (First : Boolean) with Post => Choose (First).all = 7;
end Components_Of_Library;
