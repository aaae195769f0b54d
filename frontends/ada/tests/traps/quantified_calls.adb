--  Quantified expressions whose conditions call functions that are no expressions: one value after the other, and no
--  further than needed.
procedure Quantified_Calls is
   Calls : Natural := 0;
   function Small (N : Integer) return Boolean is
   begin
      Calls := Calls + 1;
      if N > 100 then
         raise Program_Error;  --  fails: VC_RAISE
      end if;
      return N < 10;
   end Small;
   function Is_Prime (N : Positive) return Boolean is
   begin
      for D in 2 .. N - 1 loop
         if N mod D = 0 then
            return False;
         end if;
      end loop;
      return N > 1;
   end Is_Prime;
   type Values is array (Positive range <>) of Integer;
   A : Values := (3, 5, 7, 20, 200);
   None : constant Values (1 .. 0) := (others => 0);
   B : Boolean;
begin
   B := (for all X of A => Small (X));
   pragma Assert (not B and Calls = 4);
   Calls := 0;
   B := (for some X of A => Small (X));
   pragma Assert (B and Calls = 1);
   Calls := 0;
   B := (for all I in reverse 1 .. 3 => (for some J in A'Range => Small (A (J)) and then J >= I));
   pragma Assert (B and Calls = 6);
   Calls := 0;
   pragma Assert ((for all X of None => Small (X)) and then not (for some X of None => Small (X)));
   pragma Assert (Calls = 0);
   pragma Assert (for all I in 1 .. 3 => Is_Prime (A (I)));
   pragma Assert (if B then (for some I in A'Range => not Is_Prime (A (I))));
   pragma Assert (for all I in A'Range => I > 3 or else not Is_Prime (A (I) + 1));
   B := (for all I in A'Range => Small (A (5 - I + 1)));
end Quantified_Calls;
