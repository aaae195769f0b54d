--  A new discriminant of a narrower subtype than that of the parent.
procedure Range_Of_Replaced is
   subtype Small is Integer range 1 .. 10;
   package Q is
      type P (A : Integer) is record
         X : Integer := 1;
      end record;
      type S (B : Small) is new P (B);
   end Q;
   use Q;
   A : P (12);
   function Conv (X : P) return S is (S (X));  --  fails: VC_RANGE_CHECK
begin
   pragma Assert (Conv (A).X = 1);
end Range_Of_Replaced;
