--  What the language leaves open about the order in which parts of aggregates are evaluated, GNAT does in the order of
--  components and indices, with others at the end; the base of a delta aggregate comes first (RM 4.3.4 (16)), and so
--  does the ancestor of an extension.
procedure Order_Of_Parts is
   type Rec is record
      A, B, C : Integer := 0;
   end record;
   type Row is array (1 .. 3) of Integer;
   type Table is array (1 .. 2, 1 .. 2) of Integer;
   type Root is tagged record
      A : Integer := 1;
   end record;
   type Leaf is new Root with record
      B, C : Integer := 2;
   end record;
   type Choice (K : Integer := 1) is record
      P, Q : Integer := 0;
   end record;
   N : Integer := 0;
   R : Rec := (1, 2, 3);
   W : Row := (1, 2, 3);
   T : Table;
   P : Root := (A => 5);
   L : Leaf;
   D : Choice;
   function Next (X : Integer) return Integer is
   begin
      N := N * 10 + X;
      return N;
   end Next;
   function Changes return Integer is
   begin
      W := (70, 80, 90);
      R := (700, 800, 900);
      P := (A => 9);
      return 4;
   end Changes;
begin
   R := (R with delta A => Changes);
   pragma Assert (R = (4, 2, 3) and W = (70, 80, 90));
   W := (W with delta 1 => Changes, 2 => 5);
   pragma Assert (W = (4, 5, 90));
   W (3) := 3;
   W := (W with delta 1 .. 2 => Changes);
   pragma Assert (W = (4, 4, 3) and R.C = 900);
   P := (A => 5);
   L := (P with B => Changes, C => 3);
   pragma Assert (L = (5, 4, 3) and P.A = 9);
   N := 0;
   R := (C => Next (1), A => Next (2), B => Next (3));
   pragma Assert (N = 231);
   N := 0;
   L := (Root'(A => Next (9)) with C => Next (1), B => Next (2));
   pragma Assert (N = 921);
   N := 0;
   D := (Q => Next (1), P => Next (2), K => Next (3));
   pragma Assert (N = 321);
   N := 0;
   W := (2 => Next (1), others => Next (2));
   pragma Assert (N = 122);
   N := 0;
   W := (1 | 2 => Next (1), 3 => Next (2));
   pragma Assert (N = 112);
   N := 0;
   W := (3 => Next (1), 1 => Next (2), 2 => Next (3));
   pragma Assert (N = 231);
   N := 0;
   T := (2 => (2 => Next (1), 1 => Next (2)), 1 => (Next (3), Next (4)));
   pragma Assert (N = 3421);
   N := 0;
   T := (1 => (Next (1), Next (2)), 2 => (1 => Next (3), 2 => Next (4)));
   pragma Assert (N = 1234 and T (2, 1) = 123);
   pragma Assert (N = 4321);  --  fails: VC_ASSERT
end Order_Of_Parts;
