--  What is moved between stocks does not change the total. With a slip.
package Inventory_Slip is
   type Item is (Bolt, Nut, Screw, Washer);
   type Stock is array (Item) of Natural;
   Capacity : constant := 500;
   function Total (S : Stock) return Natural with
     Pre => (for all I in Item => S (I) <= Capacity),
     Post => Total'Result <= 4 * Capacity and (for all I in Item => Total'Result >= S (I));
   procedure Move (S : in out Stock; From, To : Item; N : Natural) with
     Pre => From /= To and then (for all I in Item => S (I) <= Capacity)
       and then N <= S (From) and then S (To) + N <= Capacity,
     Post => Total (S) = Total (S'Old);
end Inventory_Slip;
