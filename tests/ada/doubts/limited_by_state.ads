package Limited_By_State is
   type Level is private;
   procedure Lower;
   procedure Look (X : Level);
   function Full return Level;
private
   Limit : Integer := 10;
   type Level is record
      Value : Integer := 0;
   end record
   with Type_Invariant => Level.Value <= Limit;
end Limited_By_State;
