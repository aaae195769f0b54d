--  All values of an extension of a constrained type have the discriminant of the parent (RM 3.4 (11)).
procedure Constrained_Extension is
   package Q is
      type R (A : Integer) is tagged record
         K : Integer := A * 10;
      end record;
      type S3 is new R (5) with record
         Z : Integer := 9;
      end record;
   end Q;
   use Q;
   X : S3;
begin
   X := (A => 4, K => 1, Z => 2);  --  fails: VC_DISCRIMINANT_CHECK
end Constrained_Extension;
