--  A sum within length times limit.
package Sum_Limit_Product is
   type Loads is array (Positive range <>) of Natural;
   function Total (L : Loads; Limit : Natural) return Natural with
     Pre => L'First = 1 and then L'Last <= 10 and then Limit <= 10_000
       and then (for all X of L => X <= Limit),
     Post => Total'Result <= L'Length * Limit;
end Sum_Limit_Product;
