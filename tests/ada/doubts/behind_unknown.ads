--  What gets past a check that takes a value nobody knows is a run of the program only if the check holds for all such
--  values. The image of a float has nine letters at least: GNAT stops in the first three. A loop that depends on one is
--  taken for a decision; the last two come to their ends whatever the values are.
package Behind_Unknown is
   procedure In_Range (N : Integer; X : Float);
   procedure Assumed (N : Integer; X : Float);
   procedure Raised (N : Integer; X : Float);
   procedure Looped (N : Integer; X : Float);
   procedure Any_Length (N : Integer; X : Float);
   procedure Any_Level (N : Integer);
end Behind_Unknown;
