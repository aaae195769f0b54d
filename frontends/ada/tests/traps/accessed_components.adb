--  Components whose access values are taken lie in heaps (RM 3.10.2).
procedure Accessed_Components is
   type Node; type Ref is access all Node;
   type Node is record V : Integer := 7; N : Ref; end record;
   Nodes : array (2 .. 4) of aliased Node;
   type Int_Ref is access all Integer;
   type Rec is record A : aliased Integer := 3; B : Integer := 4; end record;
   R : Rec;
   P : Int_Ref := R.A'Access;
   Tab : array (1 .. 3) of aliased Integer := (10, 20, 30);
   Q : Int_Ref := Tab (2)'Access;
   Head : Ref;
   K : Integer := 3;
begin
   pragma Assert (Nodes (3).V = 7);
   for I in Nodes'Range loop
      Nodes (I) := (I, Head);
      Head := Nodes (I)'Access;
   end loop;
   pragma Assert (Head.V = 4 and Head.N.V = 3 and Head.N.N.V = 2);
   Nodes (3).V := 33;
   pragma Assert (Head.N.V = 33);
   Head.N.V := 34;
   pragma Assert (Nodes (K).V = 34);
   pragma Assert (P.all = 3);
   R.A := 5; R.B := 6;
   pragma Assert (P.all = 5 and R.B = 6);
   P.all := 8;
   pragma Assert (R.A = 8);
   pragma Assert (Q.all = 20);
   Tab (2) := 21; Tab (1) := 11;
   pragma Assert (Q.all = 21 and Tab (1) = 11 and Tab (3) = 30);
   Q.all := Q.all + 1;
   pragma Assert (Tab (2) = 22);
   Q := Tab (K)'Access;
   pragma Assert (Q.all = 30);
   K := K + 2;
   pragma Assert (Head.N.N.N = null);
   Q := Tab (K)'Access;  --  fails: VC_INDEX_CHECK
end Accessed_Components;
