--  Components in front of others lie within the bounds that the context gives, in every dimension (RM 4.3.3 (28, 29)).
procedure Others_Behind_Too_Many is
   type Table is array (Integer range <>, Integer range <>) of Integer;
   function Id (X : Integer) return Integer is (X);
   subtype Two_By_Three is Table (1 .. Id (2), 5 .. Id (7));
   T : Two_By_Three := (others => (others => 0));
   Caught : Integer := 0;
begin
   T := ((1, 2, others => 3), others => (5 => 4, others => 5));
   pragma Assert (T (1, 7) = 3 and T (2, 5) = 4 and T (2, 7) = 5);
   begin
      T := ((1, 2, 3, 4, others => 5), others => (others => 6));
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := Caught + 1;
   end;
   begin
      T := ((others => 1), (others => 2), (others => 3), others => (others => 4));
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := Caught + 1;
   end;
   begin
      T := (others => (8 => 1, others => 2));
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := Caught + 1;
   end;
   pragma Assert (Caught = 3);
   T := (3 => (others => 1), others => (others => 2));  --  fails: VC_RANGE_CHECK
end Others_Behind_Too_Many;
