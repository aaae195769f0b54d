--  Assignment finalizes the target, copies, and adjusts; aggregates are made in place, results are copied.
with Ada.Finalization;
procedure Controlled_Copies is
   Trace : Integer := 0;

   package Cells is
      type Cell is new Ada.Finalization.Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Initialize (C : in out Cell);
      overriding procedure Adjust (C : in out Cell);
      overriding procedure Finalize (C : in out Cell);
      type Pair is record
         A, B : Cell;
      end record;
      type Row is array (1 .. 2) of Cell;
   end Cells;
   use Cells;

   package body Cells is
      procedure Note (K, N : Integer) is
      begin
         Trace := (Trace * 7 + K * 31 + N) mod 1_000_003;
      end Note;

      procedure Initialize (C : in out Cell) is
      begin
         C.Id := 1;
         Note (1, C.Id);
      end Initialize;

      procedure Adjust (C : in out Cell) is
      begin
         Note (2, C.Id);
         C.Id := C.Id + 10;
      end Adjust;

      procedure Finalize (C : in out Cell) is
      begin
         Note (3, C.Id);
      end Finalize;
   end Cells;

   function Made (N : Integer) return Cell is
      C : Cell;
   begin
      C.Id := N;
      return C;
   end Made;

   function Twice (N : Integer) return Cell is (Made (2 * N));

   X, Y : Cell;
begin
   X.Id := 2;
   Y := X;
   pragma Assert (X.Id = 2 and Y.Id = 12);
   Y := Y;
   pragma Assert (Y.Id = 12);
   pragma Assert (Trace = 13266);
   declare
      Z : Cell := Made (3);
      A : Cell := (Ada.Finalization.Controlled with Id => 5);
   begin
      pragma Assert (Z.Id = 23 and A.Id = 5);
      A := Twice (4);
      pragma Assert (A.Id = 28);
   end;
   pragma Assert (Trace = 472798);
   declare
      P : Pair;
      Q : Pair := P;
      R : Row := (X, Y);
   begin
      P := Q;
      pragma Assert (P.A.Id = 21);
      R (1) := R (2);
      pragma Assert (R (1).Id = 32);
   end;
   pragma Assert (Trace = 352632);
   if Made (6).Id = 16 then
      pragma Assert (Trace = 682004);
   end if;
   pragma Assert (X.Id = 3);  --  fails: VC_ASSERT
end Controlled_Copies;
