--  What is checked of an object by default is checked when Initialize is done: predicates, invariants and
--  Default_Initial_Condition, also those of components and elements.
with Ada.Finalization;
procedure Controlled_Checks is
   package Cells is
      type Cell is new Ada.Finalization.Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Initialize (C : in out Cell);
      overriding procedure Finalize (C : in out Cell);
      type Opaque is tagged private with Default_Initial_Condition => Value (Opaque) = 3;
      function Value (O : Opaque) return Integer;
   private
      type Opaque is new Ada.Finalization.Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Initialize (O : in out Opaque);
      function Value (O : Opaque) return Integer is (O.Id);
   end Cells;
   package body Cells is
      procedure Initialize (C : in out Cell) is
      begin
         C.Id := C.Id + 1;
      end Initialize;

      procedure Finalize (C : in out Cell) is
      begin
         C.Id := -1;
      end Finalize;

      procedure Initialize (O : in out Opaque) is
      begin
         O.Id := 3;
      end Initialize;
   end Cells;
   use Cells;
   subtype Positive_Cell is Cell with Dynamic_Predicate => Positive_Cell.Id > 0;
   subtype Zero_Cell is Cell with Dynamic_Predicate => Zero_Cell.Id = 0;
   type Holder is record
      C : Cell;
      O : Opaque;
   end record with Dynamic_Predicate => Holder.C.Id > 0 and Value (Holder.O) = 3;
   type Couple is array (1 .. 2) of Cell with Dynamic_Predicate => Couple (1).Id > 0;
   X : Positive_Cell;
   O : Opaque;
   H : Holder;
   A : array (1 .. 2) of Opaque;
   C : Couple;
begin
   pragma Assert (X.Id = 1 and Value (O) = 3 and H.C.Id = 1 and Value (A (2)) = 3 and C (2).Id = 1);
   declare
      Z : Zero_Cell;  --  fails: VC_PREDICATE_CHECK
   begin
      null;
   end;
end Controlled_Checks;
