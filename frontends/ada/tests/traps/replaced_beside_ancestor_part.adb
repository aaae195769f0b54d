--  An ancestor part whose discriminant is not that of the aggregate (RM 4.3.2 (8)).
procedure Replaced_Beside_Ancestor_Part is
   package Q is
      type R (A : Integer; B : Boolean) is tagged record
         K : Integer := A * 10;
      end record;
      type S1 (L : Integer) is new R (A => L, B => True) with record
         M : Integer := 1;
      end record;
   end Q;
   use Q;
   A : S1 (4);
begin
   A := S1'(R'(3, True, 1) with L => 4, M => 2);  --  fails: VC_DISCRIMINANT_CHECK
end Replaced_Beside_Ancestor_Part;
