--  In an access definition the name of a type denotes the type also inside of its declaration.
procedure Own_Accesses is
   package P is
      type Cell is tagged record
         Value : Integer := 0;
         Next  : access Cell'Class;
      end record;
      function Get (X : Cell) return Integer is (X.Value);
      type Big is new Cell with record More : Integer := 5; end record;
      overriding function Get (X : Big) return Integer is (X.Value + X.More);
      type Tree is record
         Left, Right : access Tree;
         Key         : Integer;
      end record;
      type Deep is new Cell with record
         Deeper : access Deep;
      end record;
   end P;
   use P;
   A : Cell;
   D : Deep;
   T : access Tree;
   function Sum (T : access Tree) return Integer is
     (if T = null then 0 else Sum (T.Left) + T.Key + Sum (T.Right));
begin
   A.Next := new Big'(Value => 3, Next => null, More => 4);
   pragma Assert (A.Next.Get = 7);
   D.Deeper := new Deep'(Value => 8, Next => null, Deeper => null);
   pragma Assert (D.Value = 0 and D.Deeper.Value = 8 and D.Deeper.Deeper = null);
   T := new Tree'(null, null, 4);
   T.Left := new Tree'(null, null, 5);
   pragma Assert (T.Left.Key + T.Key = 9);
   pragma Assert (T.Right /= null);  --  fails: VC_ASSERT
end Own_Accesses;
