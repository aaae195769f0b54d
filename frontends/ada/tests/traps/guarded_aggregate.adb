--  RM 4.5.1 (7): an aggregate that is given to a function behind "and then" is not made where the left operand is
--  False.
procedure Guarded_Aggregate is
   subtype Month is Integer range 1 .. 12;
   type Day is record
      M : Month;
      D : Integer;
   end record;
   function Is_Late (X : Day) return Boolean is
     (case X.M is when 1 => False, when others => X.D > 0);
   Last : constant Day := (12, 31);
   P : Day := Last;
   Z : Integer := 0;
   B : Boolean := True;
begin
   B := P.M < 12 and then Is_Late ((P.M + 1, 1));
   pragma Assert (not B);
   B := Z /= 0 and then Is_Late ((2, 10 / Z));
   pragma Assert (not B);
   P.M := 11;
   B := P.M < 12 and then Is_Late ((P.M + 1, 1));
   pragma Assert (B);
   B := P.M < 13 and then Is_Late ((P.M + 2, 1));  --  fails: VC_RANGE_CHECK
end Guarded_Aggregate;
