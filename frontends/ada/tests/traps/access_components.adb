--  What a component of an access type designates satisfies the constraint of the component, which may name the
--  discriminants of its record (RM 3.7.1, 4.6 (51)): also where both sides of an assignment are the same component.
procedure Access_Components is
   type Text is access String;
   type Line (Last : Integer) is record
      T : Text (1 .. Last);
   end record;
   type Filled (Last : Integer) is record
      U : Text (2 .. Last) := new String'(2 .. Last => 'u');
   end record;
   type Cell (N : Integer);
   type Link is access Cell;
   type Cell (N : Integer) is record
      Next : Link (N);
   end record;
   function Id (X : Integer) return Integer is (X);

   A : Line (Id (3));
   B : Line (Id (4));
   C : Cell (Id (7));
   D : Filled (Id (5));
begin
   pragma Assert (D.U'Last = 5 and D.U'First = 2 and D.U (5) = 'u');
   pragma Assert (A.T = null and C.Next = null);
   A.T := new String'("abc");
   B.T := new String (1 .. 4);
   pragma Assert (A.T'Length = 3 and B.T'Last = Id (4));
   C.Next := new Cell'(N => Id (7), Next => null);
   C.Next.Next := C.Next;
   pragma Assert (C.Next.Next.Next.N = 7);
   begin
      C.Next := new Cell (Id (6));
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   A.T := null;
   A.T := B.T;  --  fails: VC_RANGE_CHECK
end Access_Components;
