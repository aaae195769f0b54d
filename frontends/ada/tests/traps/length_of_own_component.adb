--  A component of an extension whose length is a discriminant of its own.
procedure Length_Of_Own_Component is
   package Q is
      type R (A : Integer) is tagged record
         S : String (1 .. A) := (others => 'x');
      end record;
      type S3 (B : Integer) is new R (B) with record
         Z : String (1 .. B) := (others => 'z');
      end record;
   end Q;
   use Q;
   X : S3 (3);
   Y : R (3);
begin
   X := (Y with B => 3, Z => "abcd");  --  fails: VC_LENGTH_CHECK
end Length_Of_Own_Component;
