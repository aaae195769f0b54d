--  A mean is between the ends.
package Mean_Bounds is
   type Data is array (1 .. 8) of Float range 0.0 .. 100.0;
   function Mean (D : Data) return Float with
     Post => Mean'Result >= 0.0 and Mean'Result <= 100.0;
end Mean_Bounds;
