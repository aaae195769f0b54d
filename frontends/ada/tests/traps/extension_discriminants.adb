--  Extensions with discriminants of types without components: classes, constraints of discriminants, aggregates.
procedure Extension_Discriminants is
   package Shapes is
      type Shape is interface;
      function Area (S : Shape) return Natural is abstract;

      type Square (Side : Natural) is new Shape with null record;
      overriding function Area (S : Square) return Natural is (S.Side * S.Side);

      type Polygon (Corners : Positive; Closed : Boolean) is new Shape with record
         X, Y : Integer := 1;
      end record;
      overriding function Area (S : Polygon) return Natural is (if S.Closed then S.Corners else 0);

      type Marked is new Polygon with record
         Mark : Integer := 7;
      end record;
      overriding function Area (S : Marked) return Natural is (S.Mark + S.Corners);
   end Shapes;
   use Shapes;

   function Total (A, B : Shape'Class) return Natural is (A.Area + B.Area);

   S : Square (4);
   P : Polygon (3, True);
   Q : Polygon := (Corners => 5, Closed => False, X => 2, Y => 3);
   M : Marked (6, True);
   Caught : Boolean := False;

   procedure Check (C : in out Shape'Class; N : Natural) is
   begin
      pragma Assert (C.Area = N);
      if C in Polygon'Class then
         Polygon (C).X := Polygon (C).X + Polygon (C).Corners;
      end if;
   end Check;
begin
   pragma Assert (Total (S, P) = 19);
   pragma Assert (Total (Q, M) = 13);
   Check (S, 16);
   Check (P, 3);
   Check (M, 13);
   pragma Assert (P.X = 4 and M.X = 7 and M.Mark = 7);
   Polygon (M).Y := 9;
   pragma Assert (M.Y = 9 and M.Closed);
   begin
      P := Q;
   exception
      when Constraint_Error =>
         Caught := True;
   end;
   pragma Assert (Caught);
   declare
      R : Polygon := Polygon (M);
      C : Shape'Class := Shape'Class (M);
   begin
      pragma Assert (R.Corners = 6 and R.Y = 9);
      pragma Assert (C.Area = 13);
      pragma Assert (C in Marked);
      Q := (5, False, R.X, R.Y);
   end;
   pragma Assert (Q.X = 7 and Q.Y = 9 and Q.Corners = 5);
   declare
      R : Polygon := P;
   begin
      pragma Assert (R = P and R /= Q);
   end;
   P := Polygon (M);  --  fails: VC_DISCRIMINANT_CHECK
end Extension_Discriminants;
