--  A copy of a record has the same access values; equality compares these, not what they designate.
procedure Access_Copies is
   type Link is access Integer;
   type Item is record
      Key : Integer;
      Data : Link;
   end record;
   A : Item := (1, new Integer'(5));
   B : Item := A;
   C : Item := (1, new Integer'(5));
begin
   pragma Assert (A = B and A /= C);
   B.Data.all := 6;
   B.Key := 2;
   pragma Assert (A.Data.all = 6 and A.Key = 1);
   pragma Assert (A /= B and A.Data = B.Data);
   C.Data.all := 6;
   pragma Assert (A = C);  --  fails: VC_ASSERT
end Access_Copies;
