--  The first place of the minimum.
package Index_Of_Min is
   Size : constant := 10;
   subtype Index is Positive range 1 .. Size;
   type Vector is array (Index) of Integer;
   function Arg_Min (V : Vector) return Index with
     Post => (for all I in Index => V (Arg_Min'Result) <= V (I))
       and then (for all I in 1 .. Arg_Min'Result - 1 => V (I) > V (Arg_Min'Result));
end Index_Of_Min;
