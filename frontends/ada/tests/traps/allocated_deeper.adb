--  An object that is allocated for a class-wide type must be of a type that does not end before the access type
--  (RM 4.8 (10.1)); otherwise Program_Error is raised. And a value of an access parameter designates what it designates.
procedure Allocated_Deeper is
   package Roots is
      type Root is tagged record
         V : Integer := 1;
      end record;
      function Value (R : Root) return Integer is (R.V);
      type Link is access Root'Class;
   end Roots;
   use Roots;
   Kept : Link;
   Raised : Natural := 0;
   procedure Make (R : Root'Class) is
   begin
      Kept := new Root'Class'(R);
   exception
      when Program_Error => Raised := Raised + 1;
   end Make;
   procedure Inside is
      type Leaf is new Root with null record;
      overriding function Value (R : Leaf) return Integer is (R.V + 10);
      type Near is access Root'Class;
      L : Leaf;
      N : Near;
   begin
      N := new Root'Class'(Root'Class (L));
      pragma Assert (N.Value = 11);
      Make (L);
   end Inside;
   R : Root;
begin
   Make (R);
   pragma Assert (Kept.Value = 1 and Raised = 0);
   Inside;
   pragma Assert (Kept.Value = 1);
   pragma Assert (Raised = 0);  --  fails: VC_ASSERT
end Allocated_Deeper;
