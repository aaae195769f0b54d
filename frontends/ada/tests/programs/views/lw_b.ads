limited with Lw_A;
package Lw_B is
   type U is record
      M : Integer := 0;
      Q : access Lw_A.T;
   end record;
end Lw_B;
