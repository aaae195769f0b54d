--  The expression of an empty part of an aggregate is not evaluated.
procedure Empty_Part (V : Natural) is
   type Row is array (Integer range <>) of Integer;
   function Fails (N : Integer) return Integer is
   begin
      return 10 / N;
   end Fails;
   A : constant Row (1 .. V) := (others => Fails (V));
begin
   pragma Assert (A'Length = V);
end Empty_Part;
