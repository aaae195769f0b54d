--  Two duplets (COST 2011, problem 3): two values that occur twice each, where there are two of them.
package Two_Duplets is
   Size : constant := 10;
   subtype Index is Integer range 0 .. Size - 1;
   type Vector is array (Index) of Integer;
   --  P < Q and R < S are the places of two duplets.
   procedure Check (A : in Vector; P, Q, R, S : in Index);
end Two_Duplets;
