--  "use Kinds" names the root unit, not the sibling (RM 10.1.6).
with Kinds; use Kinds;
with Top.Kinds; use Top.Kinds;
package Top.Nodes is
   subtype Few is Number range 0 .. 100;
   First : constant Node := 3;
   procedure Inc (N : in out Few);

   --  A long chain for a constrained type; its value is known where nobody elaborates it.
   type Map is array (1 .. 9) of Character;
   Id : constant Map := 'a' & 'b' & 'c' & 'd' & 'e' & 'f' & 'g' & 'h' & 'i';
   type Numbers is array (Positive range <>) of Integer;
   Three : constant Numbers := 1 & 2 & 3;
   function Last return Character is (Id (9)) with Post => Last'Result = 'i';
   function Sum return Integer is (Three (1) + Three (2) + Three (3)) with Post => Sum'Result = 6;
end Top.Nodes;
