--  Default expressions of components are evaluated once for each component: not at all for an empty array (RM 3.3.1).
procedure Empty_Defaults (N : Integer) is
   subtype Small is Integer range 1 .. 5;
   Zero : constant Integer := N - N;
   type Item is record
      Value : Small := Small (Zero + N);
   end record;
   type Items is array (Positive range <>) of Item;
   A : Items (1 .. 0);
   B : Items (1 .. (if N = 0 then 0 else 2));
begin
   pragma Assert (A'Length = 0);
   pragma Assert (B'Length = 0 or else B (1).Value = N);
end Empty_Defaults;
