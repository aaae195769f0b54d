--  F (2) may be a call, or a component of what a call without parameters gives, and F (5) (2) a component of what one
--  of several functions gives: the context decides (RM 8.6 (17)).
procedure Indexed_Calls is
   type Rec is record
      A : Integer;
   end record;
   type Row is array (1 .. 3) of Integer;
   type Flags is array (1 .. 3) of Boolean;
   function F (X : Integer) return Rec is (A => X);
   function F (X : Integer) return Row is (X, X + 1, X + 2);
   function G return Row is (10, 20, 30);
   function G (X : Integer) return Row is (X, X, X);
   function H (X : Integer := 5) return Row is (X, X + 1, X + 2);
   function H (X : Boolean := True) return Flags is (others => X);
   N : Integer := F (5) (2);
   R : Row;
   B : Boolean;
begin
   pragma Assert (N = 6);
   N := F (6).A + F (5) (3);
   pragma Assert (N = 13);
   N := G (2);
   pragma Assert (N = 20);
   R := G (2);
   pragma Assert (R = (2, 2, 2));
   N := G (5) (2) + G (1);
   pragma Assert (N = 15);
   N := H (2) (1);
   pragma Assert (N = 2);
   N := H (1);
   B := H (1);
   pragma Assert (N = 5 and B);
   B := H (False) (3);
   pragma Assert (not B and G (2) (3) = 2 and F (1) (1 .. 2) (2) = 2);
   pragma Assert (N + G (3) = 36);  --  fails: VC_ASSERT
end Indexed_Calls;
