--  The components of an array with dynamic bounds that have initial values have them, the others anything.
procedure Initial_Components is
   subtype Int is Integer range 1 .. 10;
   type Part (D : Int) is record
      Own : Integer := 1;
      Raw : Integer;
   end record;

   function Same (N : Integer) return Integer is (if N = 0 then 0 else Same (N - 1) + 1)
     with Pre => N in 0 .. 10, Post => Same'Result = N;

   type Item (D : Int := 2) is record
      B : Part (D);
      C : Integer := Same (1);
   end record;
   type Items is array (Int range <>) of Item;
   List : Items (Same (6) .. 8);
begin
   pragma Assert (List (6).D = 2);
   pragma Assert (List (6).B.D = 2);
   List (7) := (D => 1, B => (1, 5, 5), C => 0);
   pragma Assert (List (6).C = 1 and List (7).D = 1);
   pragma Assert (List (8).B.Own = 2);  --  fails: VC_ASSERT
end Initial_Components;
