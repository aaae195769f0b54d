--  A task with a state of its own, that a procedure which it alone calls is given by reference.
package Own_State is
   procedure Set (V : Integer);
private
   type Pair is record
      A, B, C : Long_Long_Integer := 0;
   end record;
   Own : Pair;
   Shared : Pair;
   task Worker;
end Own_State;
