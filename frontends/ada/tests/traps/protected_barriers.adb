--  An exception in a barrier is Program_Error in the caller; the entries of a family have their own barriers; conditional
--  calls of open entries are made.
procedure Protected_Barriers is
   subtype Lane is Integer range 1 .. 3;
   type Counts is array (Lane) of Natural;
   protected Road is
      entry Pass (Lane) (Times : in out Natural);
      entry Broken;
      procedure Open (L : Integer);
      function Passed (L : Lane) return Natural;
   private
      Open_Lane : Integer := 1;
      Count : Counts := (others => 0);
   end Road;
   protected body Road is
      entry Pass (for L in Lane) (Times : in out Natural) when Open_Lane = L is
      begin
         Count (L) := Count (L) + Times;
         Times := Times * 2;
      end Pass;
      entry Broken when Count (Open_Lane) > 0 is
      begin
         null;
      end Broken;
      procedure Open (L : Integer) is
      begin
         Open_Lane := L;
      end Open;
      function Passed (L : Lane) return Natural is (Count (L));
   end Road;
   N : Natural := 3;
begin
   Road.Pass (1) (N);
   pragma Assert (N = 6);
   Road.Open (2);
   Road.Pass (N - 4) (Times => N);
   pragma Assert (Road.Passed (1) = 3 and Road.Passed (2) = 6 and N = 12);
   Road.Broken;
   Road.Open (9);
   begin
      Road.Broken;
      pragma Assert (False);
   exception
      when Constraint_Error =>
         pragma Assert (False);
      when Program_Error =>
         N := 1;
   end;
   pragma Assert (N = 2);  --  fails: VC_ASSERT
end Protected_Barriers;
