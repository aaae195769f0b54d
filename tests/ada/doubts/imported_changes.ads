--  Subprograms without bodies here change what `Global` and `Depends` say.
package Imported_Changes with
   Abstract_State => State
is
   Counter : Integer := 0;
   Level   : Integer := 0;
   Limit   : Integer := 0;
   procedure Update with Import, Global => (In_Out => Counter);
   procedure Set with Import, Global => (Output => Level), Post => Level > 3;
   procedure Move with Import, Depends => (Limit => Counter);
   procedure Hide with Import, Global => (In_Out => State);
   procedure Run;
end Imported_Changes;
