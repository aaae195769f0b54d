limited with Lw_B;
package Lw_A is
   type T is record
      N : Integer := 0;
      P : access Lw_B.U;
   end record;
   procedure Put (X : in out T; V : Integer);
end Lw_A;
