--  A view of an object of the class whose discriminant is another one.
procedure Replaced_In_Class is
   package Q is
      type R (A : Integer) is tagged record
         X : Integer := 1;
      end record;
      type S (B, C : Integer) is new R (C) with record
         Z : Integer := 3;
      end record;
   end Q;
   use Q;
   A : S (1, 2);
   V : R'Class := R'Class (A);
   W : S (1, 3);
begin
   W := S (V);  --  fails: VC_DISCRIMINANT_CHECK
end Replaced_In_Class;
