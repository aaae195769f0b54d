with Lw_B;
package body Lw_A is
   procedure Put (X : in out T; V : Integer) is
   begin
      X.N := V + 1;
   end Put;
end Lw_A;
