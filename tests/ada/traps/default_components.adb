--  Components have the default values of their types, of the array's aspect, and of records (RM 3.5 (56.1), 3.6 (22.1)).
procedure Default_Components (N : Integer) is
   type Code is new Integer with Default_Value => 7;
   type Codes is array (1 .. 3) of Code;
   type Counts is array (1 .. 3) of Integer with Default_Component_Value => 4;
   type Pair (Kind : Integer := 3) is record
      Value : Integer := 8;
   end record;
   type Pairs is array (1 .. 3) of Pair;
   A : Codes;
   B : Counts;
   C : Counts := (2 => N, others => <>);
   D : Pairs;
begin
   pragma Assert (A (2) = 7 and then B (3) = 4);
   pragma Assert (C (1) = 4 and then C (2) = N);
   pragma Assert (D (3).Kind = 3 and then D (1).Value = 8);
   C := (others => <>);
   D (2) := (Kind => 9, Value => N);
   pragma Assert (C (2) = 4 and then D (2).Kind = 9);
end Default_Components;
