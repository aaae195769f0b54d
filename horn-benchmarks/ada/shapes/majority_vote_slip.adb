package body Majority_Vote_Slip is
   function Accepted (V : Votes) return Boolean is
      Yeas, Nays : Natural := 0;
   begin
      for X of V loop
         case X is
            when Yes => Yeas := Yeas + 1;
            when No  => Nays := Nays + 1;
            when Abstain => null;
         end case;
      end loop;
      return Yeas >= Nays;
   end Accepted;
end Majority_Vote_Slip;
