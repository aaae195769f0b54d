--  An invariant that looks at a variable is not there any more when that has changed.
package body Limited_By_State is
   procedure Lower is
   begin
      Limit := 0;
   end Lower;

   procedure Look (X : Level) is
   begin
      pragma Assert (X.Value <= Limit);
   end Look;

   function Full return Level is
   begin
      return (Value => Limit);
   end Full;
end Limited_By_State;
