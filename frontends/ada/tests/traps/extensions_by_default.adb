--  Extension aggregates, default values of extensions, arrays and records with tagged components (RM 4.3.2, 3.3.1).
procedure Extensions_By_Default is
   package Types is
      type Root is tagged record
         A : Integer := 1;
         B : Integer := 2;
      end record;
      function Kind (R : Root) return Integer is (R.A);
      type Leaf is new Root with record
         C : Integer := 3;
      end record;
      function Kind (L : Leaf) return Integer is (L.C);
      type Other is new Root with record
         C : Boolean := True;
      end record;
   end Types;
   use Types;
   type Row is array (1 .. 3) of Root;
   type Pair is record
      L : Leaf;
      R : Root := (7, 8);
   end record;
   V : Leaf := (Root with C => 4);
   W : Leaf := (Root'(5, 6) with others => 9);
   O : Other := (Root (V) with C => False);
   A : Row := (1 => Root (V), others => (3, 3));
   P, Q : Pair;
   function Of_Class (R : Root'Class) return Integer is (R.Kind);
begin
   pragma Assert (V = (1, 2, 4) and W.A = 5 and W.C = 9 and O.A = 1 and not O.C);
   pragma Assert (Of_Class (V) = 4 and Of_Class (O) = 1 and Of_Class (A (1)) = 1 and Of_Class (P.L) = 3);
   pragma Assert (P.R.B = 8 and P = Q and A (2) = A (3));
   Q.L.C := 4;
   pragma Assert (P /= Q);
   A (2) := Root (W);
   pragma Assert (Of_Class (A (2)) = 5);
   Root (Q.L) := A (2);
   pragma Assert (Q.L = (5, 6, 4));
   pragma Assert (Of_Class (Q.L) = Of_Class (Root (Q.L)));
   pragma Assert (Q.L.C = 3);  --  fails: VC_ASSERT
end Extensions_By_Default;
