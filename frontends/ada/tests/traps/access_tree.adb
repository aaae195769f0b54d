--  A tree: insertion by recursion, with access values that change in components.
procedure Access_Tree is
   type Node;
   type Tree is access Node;
   type Node is record
      Key : Integer;
      Left, Right : Tree;
   end record;
   procedure Insert (T : in out Tree; Key : Integer) is
   begin
      if T = null then
         T := new Node'(Key, null, null);
      elsif Key < T.Key then
         Insert (T.Left, Key);
      else
         Insert (T.Right, Key);
      end if;
   end Insert;
   function Count (T : Tree) return Natural is
     (if T = null then 0 else Count (T.Left) + 1 + Count (T.Right));
   function Least (T : Tree) return Integer is
      At_Node : Tree := T;
   begin
      while At_Node.Left /= null loop  --  fails: VC_DEREFERENCE_CHECK
         At_Node := At_Node.Left;
      end loop;
      return At_Node.Key;
   end Least;
   Keys : constant array (1 .. 5) of Integer := (3, 1, 4, 1, 5);
   T : Tree;
   N : Integer := 0;
begin
   for K of Keys loop
      Insert (T, K);
   end loop;
   pragma Assert (Count (T) = 5 and Least (T) = 1);
   pragma Assert (T.Key = 3 and T.Left.Right.Key = 1 and T.Right.Right.Key = 5);
   Insert (T.Left.Left, 0);
   pragma Assert (Least (T) = 0);
   T.Right := null;
   pragma Assert (Count (T) = 4);
   N := Least (T.Right);
end Access_Tree;
