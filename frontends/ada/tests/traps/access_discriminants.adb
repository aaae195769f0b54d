--  What an allocator makes is constrained by its initial value (RM 4.8 (6)); a variable of the same subtype is not.
procedure Access_Discriminants is
   type Kind is (Small, Large);
   type Box (K : Kind := Small) is record
      case K is
         when Small => S : Integer;
         when Large => L : Integer;
      end case;
   end record;
   type Ref is access Box;
   V : Box := (Small, 1);
   A : Ref := new Box'(Large, 2);
   B : Ref := new Box;
begin
   V := (Large, 3);
   pragma Assert (V.L = 3);
   pragma Assert (A.K = Large and B.K = Small);
   A.all := V;
   pragma Assert (A.L = 3);
   B.S := 9;
   V := B.all;
   pragma Assert (V.S = 9);
   A := B;
   A.all := (Small, 4);
   pragma Assert (B.S = 4);
   B.all := (Large, 5);  --  fails: VC_DISCRIMINANT_CHECK
end Access_Discriminants;
