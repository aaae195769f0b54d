--  Calls that dispatch, also from inside of an inherited operation, whose parameter keeps its tag (RM 3.9.2).
procedure Dispatching is
   package Shapes is
      type Shape is abstract tagged record
         X : Integer := 0;
      end record;
      function Area (S : Shape) return Integer is abstract;
      procedure Move (S : in out Shape; By : Integer);
      procedure Grow (S : in out Shape) is null;
      procedure Twice (S : in out Shape);
      function Double (S : Shape'Class) return Integer is (2 * S.Area);

      type Square is new Shape with record
         Side : Integer := 1;
      end record;
      function Area (S : Square) return Integer is (S.Side * S.Side);
      overriding procedure Grow (S : in out Square);

      type Point is new Shape with null record;
      function Area (P : Point) return Integer is (0);

      type Named is new Square with record
         Name : Character := '?';
      end record;
      procedure Move (N : in out Named; By : Integer);
   end Shapes;
   package body Shapes is
      procedure Move (S : in out Shape; By : Integer) is
      begin
         S.X := S.X + By;
      end Move;
      procedure Twice (S : in out Shape) is
      begin
         Grow (Shape'Class (S));
         Shape'Class (S).Move (1);
      end Twice;
      procedure Grow (S : in out Square) is
      begin
         S.Side := S.Side + 1;
      end Grow;
      procedure Move (N : in out Named; By : Integer) is
      begin
         Move (Square (N), 10 * By);
         N.Name := '!';
      end Move;
   end Shapes;
   use Shapes;

   S : Square;
   P : Point := (X => 4);
   N : Named := (X => 1, Side => 3, Name => 'n');
   C : Shape'Class := N;

   procedure Both (Any : in out Shape'Class) is
   begin
      Any.Twice;
   end Both;
begin
   Both (S);
   pragma Assert (S.Side = 2 and S.X = 1 and S.Area = 4);
   Both (P);
   pragma Assert (P.X = 5 and Area (P) = 0);
   Both (N);
   pragma Assert (N.Side = 4 and N.X = 11 and N.Name = '!');
   pragma Assert (Double (N) = 32 and C.Double = 18);
   Twice (C);
   pragma Assert (C.X = 11 and Area (C) = 16);
   pragma Assert (Double (C) = Double (Shape'Class (S)));  --  fails: VC_ASSERT
end Dispatching;
