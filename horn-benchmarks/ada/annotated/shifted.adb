package body Shifted is
   procedure Shift (A : in out Values) is
   begin
      for I in Index'First .. Index'Last - 1 loop
         A (I + 1) := A (I);
         pragma Loop_Invariant (for all K in Index'First .. I => A (K + 1) = A'Loop_Entry (K));
      end loop;
   end Shift;
end Shifted;
