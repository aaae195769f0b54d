with Ada.Finalization;
package Lists is
   type Cell;
   type List is access Cell;
   type Cell is record
      Value : Integer;
      Next  : List;
   end record;

   function Length (L : access constant Cell) return Natural with Subprogram_Variant => (Structural => L);
   function Same (L : access constant Cell) return Natural with Subprogram_Variant => (Structural => L);
   procedure Zero (L : access Cell) with Subprogram_Variant => (Structural => L);
   procedure Grow (L : access Cell) with Subprogram_Variant => (Structural => L);
   procedure Borrow (L : access Cell) with Subprogram_Variant => (Structural => L);
   procedure Twice (L : access Cell) with Subprogram_Variant => (Structural => L);
   function Even (L : access constant Cell) return Boolean with Subprogram_Variant => (Structural => L);
   function Odd (L : access constant Cell) return Boolean with Subprogram_Variant => (Structural => L);
   procedure Inside (L : access Cell) with Subprogram_Variant => (Structural => L);
   procedure Guarded (L : access Cell) with Subprogram_Variant => (Structural => L);
   procedure Guarded_Grow (L : access Cell) with Subprogram_Variant => (Structural => L);
   function Find (L : access constant Cell; V : Integer) return Boolean;
   function Stuck (L : access constant Cell; V : Integer) return Boolean;
   function Reset (L : access constant Cell) return Boolean;
   function Guarded_Find (L : access constant Cell) return Boolean;
   function Guarded_Reset (L : access constant Cell) return Boolean;

private
   type Guard is new Ada.Finalization.Limited_Controlled with null record;
   overriding procedure Finalize (G : in out Guard);
end Lists;
