--  Arrays that are sorted; the order of equivalent elements is open.
with Ada.Containers.Generic_Array_Sort;
with Ada.Containers.Generic_Constrained_Array_Sort;
procedure Sorts (N : Integer) is
   type Numbers is array (Positive range <>) of Integer;
   procedure Sort is new Ada.Containers.Generic_Array_Sort (Positive, Integer, Numbers);
   procedure Sort_Down is new Ada.Containers.Generic_Array_Sort (Positive, Integer, Numbers, ">");

   type Letter is (A, B, C);
   type Marks is array (Letter) of Integer;
   procedure Sort is new Ada.Containers.Generic_Constrained_Array_Sort (Letter, Integer, Marks);

   type Pair is record
      Key, Other : Integer;
   end record;
   function "<" (Left, Right : Pair) return Boolean is (Left.Key < Right.Key);
   type Pairs is array (Positive range <>) of Pair;
   procedure Sort is new Ada.Containers.Generic_Array_Sort (Positive, Pair, Pairs);

   X : Numbers (3 .. 6) := [7, -1, 5, -1];
   M : Marks := [2, 0, 1];
   P : Pairs := [(1, 1), (1, 2), (0, 3)];
   E : Numbers (1 .. 0);
begin
   Sort (M);
   pragma Assert (M = [0, 1, 2]);
   M (A) := N;
   if N in 3 .. 5 then
      Sort (M);
      pragma Assert (M (A) = 1 and M (C) = N);
      pragma Assert (M (C) = 3);  --  fails: VC_ASSERT
   end if;
   Sort (X);
   pragma Assert (X = [-1, -1, 5, 7]);
   Sort_Down (X (4 .. 6));
   pragma Assert (X = [-1, 7, 5, -1]);
   Sort (E);
   Sort (P);
   pragma Assert (P (1).Other = 3 and P (2).Other + P (3).Other = 3);
   pragma Assert (P (2).Other = 1);  --  open
end Sorts;
