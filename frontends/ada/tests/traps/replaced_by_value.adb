--  A conversion to a type whose parent has a stated discriminant: the value has another one (RM 4.6 (50)).
procedure Replaced_By_Value is
   type P (A, B : Natural) is record
      V : Integer := 1;
   end record;
   type C (E : Natural) is new P (E, 3);
   Y : P (4, 5);
   X : C (4);
begin
   X := C (Y);  --  fails: VC_DISCRIMINANT_CHECK
end Replaced_By_Value;
