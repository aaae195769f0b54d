--  The arrays that the programs of this folder share.
package Vectors is

   subtype Index is Positive range 1 .. 1_000;
   type Vector is array (Index) of Integer;

   subtype Small is Integer range -1_000 .. 1_000;
   type Small_Vector is array (Index) of Small;

   type Sequence is array (Positive range <>) of Integer;

end Vectors;
