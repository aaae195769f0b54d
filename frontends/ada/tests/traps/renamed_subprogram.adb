--  Another name of a subprogram has defaults of its own, and the subtypes of the subprogram (RM 8.5.4 (7)).
procedure Renamed_Subprogram is
   procedure Run (N : Integer) is
      function Same (A : Positive) return Integer is (A);
      function Any (B : Integer := 3) return Integer renames Same;
      procedure Add (A : Natural := 3; B : out Integer) is
      begin
         B := (if A < 100 then A + 1 else 0);
      end Add;
      procedure Plus (A : Integer := 5; C : out Integer) renames Add;
      X : Integer;
   begin
      Plus (C => X);
      pragma Assert (X = 6);
      pragma Assert (Any = 3);
      X := Any (B => N);  --  fails: VC_RANGE_CHECK
   end Run;
begin
   Run (1);
   Run (0);
end Renamed_Subprogram;
