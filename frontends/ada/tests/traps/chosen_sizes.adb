--  Sizes and places that the implementation chooses are the same each time, those of a pool also for the types that
--  are derived from its type (RM 13.11 (2)).
procedure Chosen_Sizes is
   type Number is access Integer;
   type Other is new Number;
   type Pair is record
      A : Character;
      B : Integer;
   end record;
   X, Y : Pair := ('a', 1);
begin
   pragma Assert (Pair'Size = Pair'Size and Pair'Size >= 0 and X.A'Position = Y.A'Position);
   pragma Assert (Other'Storage_Size = Number'Storage_Size);
end Chosen_Sizes;
