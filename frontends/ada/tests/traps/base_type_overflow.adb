--  Overflow is checked against the base type, 8 bits here; for a subtype of Integer there is room.
procedure Base_Type_Overflow is
   type T is range -100 .. 100;
   subtype S is Integer range -100 .. 100;
   X, Y : T := 100;
   A, B : S := 100;
   R    : Integer;
begin
   R := (A + B) / 2;
   pragma Assert (R = 100);
   X := (X + Y) / 2;  --  fails: VC_OVERFLOW_CHECK
end Base_Type_Overflow;
