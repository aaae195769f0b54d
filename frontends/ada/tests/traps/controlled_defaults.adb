--  Objects by default are initialised component by component: a default expression sees what Initialize of the
--  components in front of it has done, and where it fails these are finalized. Of arrays all default values come first.
with Ada.Finalization;
procedure Controlled_Defaults is
   Serial, Ended : Integer := 0;
   Zero : Integer := 0;

   package Cells is
      type Cell is new Ada.Finalization.Controlled with record
         Id : Integer := Serial;
      end record;
      overriding procedure Initialize (C : in out Cell);
      overriding procedure Finalize (C : in out Cell);
      type Fixed (Size : Integer) is new Ada.Finalization.Controlled with record
         Id : Integer := Serial;
      end record;
      type Bound is new Ada.Finalization.Limited_Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Initialize (B : in out Bound);
   end Cells;
   package body Cells is
      procedure Initialize (C : in out Cell) is
      begin
         Serial := Serial + 1;
      end Initialize;

      procedure Finalize (C : in out Cell) is
      begin
         Ended := Ended + 1;
      end Finalize;

      procedure Initialize (B : in out Bound) is
      begin
         Serial := Serial + 1;
         B.Id := Serial;
      end Initialize;
   end Cells;
   use Cells;

   function Made return Bound is
   begin
      return B : Bound;
   end Made;

   type Plain is record
      N : Integer := Serial;
   end record;
   type Mixed (Size : Integer) is record
      A : Cell;
      N : Integer := Serial + Size;
      F : Fixed (3);
      P : Plain;
      B : Cell;
      L : Integer := Serial;
   end record;
   type Pair is limited record
      A : Bound;
      B : Bound := Made;
   end record;
   type Two is record
      A : Cell;
      N : Integer := Serial;
   end record;
   type Risky is record
      A : Cell;
      N : Integer := 1 / Zero;
   end record;

   Cells_Of : array (1 .. 2) of Cell;
   Twos : array (1 .. 2) of Two;
   M : Mixed (10);
   P : Pair;
begin
   pragma Assert (Cells_Of (1).Id = 0 and Cells_Of (2).Id = 0);
   pragma Assert (Twos (1).A.Id = 2 and Twos (1).N = 3 and Twos (2).A.Id = 3 and Twos (2).N = 4);
   pragma Assert (M.A.Id = 4 and M.N = 15 and M.F.Id = 5 and M.P.N = 5 and M.B.Id = 5 and M.L = 6);
   pragma Assert (P.A.Id = 7 and P.B.Id = 8);
   declare
      R : Risky;
   begin
      Zero := 1;
   end;
   pragma Assert (False);
exception
   when Constraint_Error =>
      pragma Assert (Zero = 0 and Serial = 9 and Ended = 1);
end Controlled_Defaults;
