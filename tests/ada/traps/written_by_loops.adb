--  What is written by loops over all indices, component by component, or by a call, is written: no check of these
--  reads may be left open (RM 13.9.1).
procedure Written_By_Loops (N : Positive) is
   type Color is (Red, Green, Blue);
   type Table is array (Color) of Positive;
   type Matrix is array (1 .. 3, 1 .. 4) of Natural range 0 .. 9;
   type Vector is array (Positive range <>) of Natural;
   type Point is record
      X, Y : Natural range 0 .. 9;
   end record;
   T : Table;
   M : Matrix;
   P, Q : Point;
   V : Vector (1 .. 5);
   D : array (1 .. 3) of Boolean;
   Last : Natural;

   procedure Fill (A : out Vector; Value : Natural) is
   begin
      for I in A'Range loop
         A (I) := Value;
      end loop;
   end Fill;

   function Moved (From : Point) return Point is
      Result : Point;
   begin
      Result.Y := From.X;
      Result.X := From.Y;
      return Result;
   end Moved;
begin
   T (Red) := 1;
   T (Green) := 2;
   T (Blue) := 3;
   for I in 1 .. 3 loop
      for J in M'Range (2) loop
         M (I, J) := (I + J) mod 10;
      end loop;
   end loop;
   for B of D loop
      B := False;
   end loop;
   Fill (V, 7);
   P.X := 3;
   P.Y := 4;
   Q := Moved (P);
   if D (2) then
      Last := 1;
   elsif N <= 5 then
      Last := V (N);
   else
      Last := M (3, 4);
   end if;
   Last := Integer'Min (Last, T (Green)) + Q.X + Q.Y;
   pragma Assert (Last in Natural);
end Written_By_Loops;
