--  Aggregates that are initial values are made component by component, behind the calls of functions that give parts
--  with finalization; a box is the default expression, evaluated in its turn, and named elements are made in the order
--  of their indices.
with Ada.Finalization;
procedure Controlled_Aggregates is
   Serial, Adjusted, Log : Integer := 0;

   package Cells is
      type Cell is new Ada.Finalization.Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Initialize (C : in out Cell);
      overriding procedure Adjust (C : in out Cell);
   end Cells;
   package body Cells is
      procedure Initialize (C : in out Cell) is
      begin
         Serial := Serial + 1;
         C.Id := Serial;
      end Initialize;

      procedure Adjust (C : in out Cell) is
      begin
         Adjusted := Adjusted + 1;
         Log := (Log * 7 + C.Id) mod 10_000;
         C.Id := C.Id + 10;
      end Adjust;
   end Cells;
   use Cells;

   function Made (Id : Integer) return Cell is
   begin
      return C : Cell do
         C.Id := Id;
      end return;
   end Made;

   A, B : Cell;

   type Mixed is record
      C : Cell;
      N : Integer;
      D : Cell;
      M : Integer := Adjusted;
   end record;
   type Boxed is record
      C : Cell;
      D : Cell := A;
      N : Integer := Serial;
   end record;
   type Couple is array (1 .. 2) of Cell;

   X : Mixed := (C => A, N => Adjusted, D => B, M => Adjusted);
   Y : Mixed := (A, Adjusted, Made (5), others => <>);
   Z : Boxed := (others => <>);
   C : Couple := (2 => B, 1 => A);
begin
   pragma Assert (X.C.Id = 11 and X.N = 1 and X.D.Id = 12 and X.M = 2);
   pragma Assert (Y.C.Id = 11 and Y.N = 4 and Y.D.Id = 25 and Y.M = 5);
   pragma Assert (Z.C.Id = 4 and Z.D.Id = 11 and Z.N = 4);
   pragma Assert (C (1).Id = 11 and C (2).Id = 12);
   pragma Assert (Adjusted = 8);
   Log := 0;
   declare
      D : Couple := (2 => B, 1 => A);
   begin
      pragma Assert (Log = 9);
   end;
end Controlled_Aggregates;
