--  Two discriminants of the parent are one new one: the value has two (RM 4.6 (50)).
procedure Replaced_By_One is
   type P (A, B : Natural) is record
      V : Integer := 1;
   end record;
   type C (E : Natural) is new P (E, E);
   Y : P (4, 5);
   X : C (5);
begin
   X := C (Y);  --  fails: VC_DISCRIMINANT_CHECK
end Replaced_By_One;
