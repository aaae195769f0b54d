--  A list of a recursive type that is completed later.
procedure Access_List is
   type Cell;
   type List is access Cell;
   type Cell is record
      Value : Integer := 0;
      Next  : List;
   end record;
   procedure Push (L : in out List; Value : Integer) is
   begin
      L := new Cell'(Value, L);
   end Push;
   function Sum (L : List) return Integer is
     (if L = null then 0 else L.Value + Sum (L.Next));
   function Reversed (L : List) return List is
      Result : List;
      At_Cell : List := L;
   begin
      while At_Cell /= null loop
         Push (Result, At_Cell.Value);
         At_Cell := At_Cell.Next;
      end loop;
      return Result;
   end Reversed;
   L, R : List;
begin
   for I in 1 .. 4 loop
      Push (L, I);
   end loop;
   pragma Assert (L.Value = 4 and L.Next.Value = 3);
   pragma Assert (Sum (L) = 10);
   R := Reversed (L);
   pragma Assert (R.all.Value = 1 and R.Next.Next.Next.Value = 4);
   R.Next.Value := 20;
   pragma Assert (Sum (R) = 28 and Sum (L) = 10);
   R.Next.Next.Next := R;
   pragma Assert (R.Next.Next.Next.Next.Value = 20);
   L := L.Next.Next.Next.Next;
   pragma Assert (L = null);
   R.Next := L;
   R.Value := R.Next.Value;  --  fails: VC_DEREFERENCE_CHECK
end Access_List;
