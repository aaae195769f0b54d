--  Access types as actual types, and formal access types.
procedure Access_Generic is
   generic
      type Item is private;
      type Ref is access Item;
   procedure Swap (A, B : Ref);
   procedure Swap (A, B : Ref) is
      Old : constant Item := A.all;
   begin
      A.all := B.all;
      B.all := Old;
   end Swap;
   generic
      type Item is private;
   package Cells is
      type Cell;
      type Link is access Cell;
      type Cell is record
         Data : Item;
         Next : Link;
      end record;
      function Length (L : Link) return Natural is
        (if L = null then 0 else 1 + Length (L.Next));
   end Cells;
   type Link is access Integer;
   procedure Swap_Integers is new Swap (Integer, Link);
   package Links is new Cells (Link);
   A : Link := new Integer'(1);
   B : Link := new Integer'(2);
   L : Links.Link := new Links.Cell'(A, new Links.Cell'(B, null));
begin
   Swap_Integers (A, B);
   pragma Assert (A.all = 2 and B.all = 1);
   pragma Assert (Links.Length (L) = 2);
   pragma Assert (L.Next.Data.all = 1);
   L.Data.all := 9;
   Swap_Integers (A, A);
   pragma Assert (A.all = 9);
   L.Next.Data := null;
   Swap_Integers (A, B);
   pragma Assert (L.Data.all = 1 and B.all = 9);
   L.Next.Data.all := 0;  --  fails: VC_DEREFERENCE_CHECK
end Access_Generic;
