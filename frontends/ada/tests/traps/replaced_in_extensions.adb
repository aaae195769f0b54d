--  Extensions with discriminants: views, calls that dispatch, aggregates, parents with constraints (RM 3.9.1,
--  4.3.2).
procedure Replaced_In_Extensions is
   function Id (X : Integer) return Integer is (X);
   package Q is
      type R (A : Integer; B : Boolean) is tagged record
         S : String (1 .. A) := (others => 'r');
         K : Integer := A * 10;
      end record;
      function Kind (X : R) return Integer is (1);
      function Total (X : R) return Integer is (X.A + Boolean'Pos (X.B) + X.K);
      function Cl (X : R'Class) return Integer is (X.A * 100 + Kind (X));
      type S1 (L : Integer) is new R (A => L, B => True) with record
         M : String (1 .. L) := (others => 's');
      end record;
      overriding function Kind (X : S1) return Integer is (2);
      type S2 (N : Boolean; L : Integer) is new R (A => 3, B => N) with record
         M : Integer := L;
      end record;
      overriding function Kind (X : S2) return Integer is (3);
      type S3 is new S1 (L => 5) with record
         Z : Integer := 9;
      end record;
      overriding function Kind (X : S3) return Integer is (4);
      type S4 (U : Integer) is new S2 (L => U, N => False) with null record;
      type S5 is new R with record
         O : String (1 .. 2) := (others => 'o');
      end record;
      type Root is tagged record
         I : Integer := 11;
      end record;
      function Get (X : Root) return Integer is (X.I);
      procedure Set (X : in out Root; V : Integer);
      type Der (D : Integer) is new Root with record
         J : Integer := D;
      end record;
   end Q;
   package body Q is
      procedure Set (X : in out Root; V : Integer) is
      begin
         X.I := V;
      end Set;
   end Q;
   use Q;
   A : S1 (4);
   B : S2 (True, 6);
   C : S3;
   D : S4 (8);
   E : S5 (2, False);
   F : Der (7);
begin
   pragma Assert (A.L = 4 and A.S = "rrrr" and A.M = "ssss" and A.K = 40);
   pragma Assert (R (A).A = 4 and R (A).B);
   pragma Assert (Total (A) = 45);
   pragma Assert (Cl (A) = 402);
   pragma Assert (B.N and B.L = 6 and B.M = 6 and B.S = "rrr" and B.K = 30);
   pragma Assert (Total (B) = 34 and Cl (B) = 303);
   pragma Assert (C.L = 5 and C.Z = 9 and C.M = "sssss" and Cl (C) = 504);
   pragma Assert (D.U = 8 and D.M = 8 and D.S = "rrr" and R (D).A = 3 and not R (D).B and S2 (D).L = 8);
   pragma Assert (E.O = "oo" and E.A = 2 and not E.B);
   pragma Assert (F.D = 7 and F.J = 7 and F.I = 11);
   Set (F, 5);
   pragma Assert (Get (F) = 5 and F.D = 7);
   F := (Root'(I => 3) with D => 7, J => Id (2));
   pragma Assert (F.I = 3 and F.J = 2);
   A := S1'(R'(4, True, "qqqq", 1) with L => 4, M => "mmmm");
   pragma Assert (A.S = "qqqq" and A.M = "mmmm" and R (A).A = 4);
   A := (L => 4, S => "1234", K => 0, M => "5678");
   pragma Assert (R (A).S = "1234" and R (A).A = 4 and R (A).B);
   R (A).K := 77;
   pragma Assert (A.K = 77);
   declare
      X : R'Class := R'Class (A);
      Y : R'Class := R'Class (B);
   begin
      pragma Assert (X.A = 4 and X.B and X in S1 and Kind (X) = 2);
      pragma Assert (Y.A = 3 and Y.B and Y in S2 and Kind (Y) = 3);
      pragma Assert (S1 (X).M = "5678");
      S1 (X).M := "abcd";
      pragma Assert (S1 (X).M = "abcd" and S1 (X).S = "1234");
   end;
   F := (Root with D => 7, J => 1);
   pragma Assert (F.I = 11 and F.J = 1);
end Replaced_In_Extensions;
