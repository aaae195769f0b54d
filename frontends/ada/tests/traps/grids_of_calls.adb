--  Aggregates of several dimensions whose components are calls, some without components (RM 4.3.3).
procedure Grids_Of_Calls is
   Calls : Natural := 0;
   function Same (X : Integer) return Integer is
   begin
      if X = 0 then
         return 0;
      end if;
      return X;
   end Same;
   function Fails return Integer is
   begin
      raise Program_Error;
      return 1;
   end Fails;
   type Grid is array (Integer range <>, Integer range <>) of Integer;
   A : Grid := (1 .. Same (2) => (Same (3) .. Same (2) => Fails));
   B : Grid := (Same (2) .. 3 => (2 .. Same (3) => Same (7)));
   type Letters is array (5 .. 6, Integer range 6 .. Same (5)) of Character;
   C : Letters := (5 .. 6 => "");
begin
   pragma Assert (A'Length (1) = 2 and A'Length (2) = 0 and C'Length (2) = 0);
   pragma Assert (B'First (1) = 2 and B (2, 2) = 7 and B (3, 3) = 7);
   B := (1 .. Same (2) => (1 .. 2 => Same (8)));
   pragma Assert (B (3, 2) = 8);
   B := (1 .. Same (2) => (1 .. Same (3) => Same (8)));  --  fails: VC_LENGTH_CHECK
end Grids_Of_Calls;
