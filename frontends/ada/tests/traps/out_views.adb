--  The view of an actual parameter that an `out` parameter of a composite type is has its lengths checked in front of
--  the call: the callee has not run if that fails.
procedure Out_Views is
   Runs : Natural := 0;

   procedure Fill (Text : out String) is
      subtype Four is String (1 .. 4);
      procedure Write (Part : out Four) is
      begin
         Runs := Runs + 1;
         Part := "abcd";
      end Write;
   begin
      Write (Text);
   end Fill;

   type Wide is array (1 .. 3, 1 .. 4) of Boolean;
   type High is array (1 .. 4, 1 .. 3) of Boolean;
   procedure Clear (X : out High) is
   begin
      Runs := Runs + 1;
      X := (others => (others => False));
   end Clear;

   Three : String (1 .. 3) := "xyz";
   Four  : String (2 .. 5) := "wxyz";
   Table : Wide := (others => (others => True));
begin
   begin
      Fill (Three);
   exception
      when Constraint_Error => null;
   end;
   pragma Assert (Runs = 0 and Three = "xyz");
   Fill (Four);
   pragma Assert (Runs = 1 and Four = "abcd");
   begin
      Clear (High (Table));
   exception
      when Constraint_Error => null;
   end;
   pragma Assert (Runs = 2);  --  fails: VC_ASSERT
end Out_Views;
