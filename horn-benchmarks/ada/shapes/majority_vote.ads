--  Votes counted.
package Majority_Vote is
   type Vote is (Yes, No, Abstain);
   type Votes is array (1 .. 9) of Vote;
   function Accepted (V : Votes) return Boolean with
     Post => (if Accepted'Result then (for some I in V'Range => V (I) = Yes))
       and (if (for all I in V'Range => V (I) = Yes) then Accepted'Result);
end Majority_Vote;
