--  Short scripts of operations, which two packages have to carry out alike.
generic
   type Operation is (<>);
   --  What an operation is applied to.
   type Case_Of is private;
package Scripts is
   type Script is array (1 .. 8) of Operation;
   type Cases is array (1 .. 8) of Case_Of;

   --  A random number.
   function Below (N : Positive) return Natural;

   --  What each step of a script gives, and what is seen behind it.
   generic
      with function Step (Op : Operation; K : Case_Of) return String;
      with function Seen return String;
   function Run (Ops : Script; Ks : Cases) return String;

   --  Runs many random scripts on both sides, and prints how many of them differ, with the first ones.
   generic
      with function Some_Case return Case_Of;
      with function Theirs (Ops : Script; Ks : Cases) return String;
      with function Ours (Ops : Script; Ks : Cases) return String;
   procedure Compare;
end Scripts;
