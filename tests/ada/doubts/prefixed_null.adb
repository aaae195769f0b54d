--  A null prefix of a call of an operation of a class: Constraint_Error by RM 4.1.3 (9.2), and GNAT 12 passes null.
procedure Prefixed_Null is
   package Things is
      type Thing is tagged null record;
      type Link is access all Thing;
      procedure Clear (X : access Thing'Class) is null;
   end Things;
   Null_Link : Things.Link;
   Raised : Natural := 0;
begin
   begin
      Null_Link.Clear;
   exception
      when Constraint_Error => Raised := Raised + 1;
   end;
   pragma Assert (Raised = 1);
   pragma Assert (Raised = 0);
end Prefixed_Null;
