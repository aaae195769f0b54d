--  Counted references: allocated objects are initialised, shared by Adjust, and deallocated by the last Finalize.
with Ada.Finalization;
with Ada.Unchecked_Deallocation;
procedure Controlled_Heap is
   Live : Natural := 0;

   package Counted is
      type Ref is tagged private;
      function New_Ref (Value : Integer) return Ref;
      function Value (R : Ref) return Integer;
      function Count (R : Ref) return Natural;
   private
      type Cell is record
         Count : Natural := 1;
         Value : Integer := 0;
      end record;
      type Cell_Access is access Cell;
      type Ref is new Ada.Finalization.Controlled with record
         Target : Cell_Access;
      end record;
      overriding procedure Adjust (R : in out Ref);
      overriding procedure Finalize (R : in out Ref);
   end Counted;

   package body Counted is
      procedure Free is new Ada.Unchecked_Deallocation (Cell, Cell_Access);

      function New_Ref (Value : Integer) return Ref is
      begin
         Live := Live + 1;
         return R : Ref do
            R.Target := new Cell'(Count => 1, Value => Value);
         end return;
      end New_Ref;

      function Value (R : Ref) return Integer is (R.Target.Value);

      function Count (R : Ref) return Natural is (if R.Target = null then 0 else R.Target.Count);

      procedure Adjust (R : in out Ref) is
      begin
         if R.Target /= null then
            R.Target.Count := R.Target.Count + 1;
         end if;
      end Adjust;

      procedure Finalize (R : in out Ref) is
      begin
         if R.Target /= null then
            R.Target.Count := R.Target.Count - 1;
            if R.Target.Count = 0 then
               Free (R.Target);
               Live := Live - 1;
            end if;
            R.Target := null;
         end if;
      end Finalize;
   end Counted;
   use Counted;

   A : Ref;
begin
   A := New_Ref (5);
   pragma Assert (A.Value = 5 and A.Count = 1 and Live = 1);
   declare
      B : Ref := A;
      C : Ref;
   begin
      pragma Assert (A.Count = 2);
      C := B;
      pragma Assert (C.Count = 3 and C.Value = 5);
      B := New_Ref (7);
      pragma Assert (A.Count = 2 and B.Value = 7 and Live = 2);
   end;
   pragma Assert (A.Count = 1 and Live = 1);
   A := New_Ref (8);
   pragma Assert (Live = 1);
   pragma Assert (A.Count = 2);  --  fails: VC_ASSERT
end Controlled_Heap;
