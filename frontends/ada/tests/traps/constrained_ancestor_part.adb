--  The ancestor part of an extension of a constrained type has the discriminant of the parent.
procedure Constrained_Ancestor_Part is
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
   Y : R (4);
begin
   X := (Y with Z => 2);  --  fails: VC_DISCRIMINANT_CHECK
end Constrained_Ancestor_Part;
