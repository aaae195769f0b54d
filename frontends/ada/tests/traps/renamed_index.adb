--  A renaming evaluates its name once, with its checks (RM 8.5.1 (8)), whether the new name is used or not.
procedure Renamed_Index is
   procedure Run (N : Integer) is
      A : array (1 .. 5) of Integer := (others => 0);
      I : Integer := 3;
      X : Integer renames A (I);
      Y : Integer renames A (N);  --  fails: VC_INDEX_CHECK
   begin
      I := 9;
      X := 1;
      pragma Assert (A (3) = 1);
   end Run;
begin
   Run (1);
   Run (5);
   Run (0);
end Renamed_Index;
