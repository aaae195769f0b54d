--  Nobody outside has made a node: a run begins without any.
procedure Own_List (A : Integer) is
   type Node;
   type Link is access Node;
   type Node is record
      Val  : Integer;
      Next : Link;
   end record;
   Head  : constant Link := new Node'(3, null);
   Other : constant Link := Head;
begin
   Head.Next := new Node'(A, null);
   pragma Assert (Other.Val = 3);
   if A in 0 .. 10 then
      pragma Assert (Other.Next.Val /= 7);
   end if;
end Own_List;
