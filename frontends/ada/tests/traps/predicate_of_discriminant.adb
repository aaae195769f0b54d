procedure Predicate_Of_Discriminant is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   type Buffer (Size : Even) is record
      Used : Integer := 0;
   end record;
   function Made (Size : Integer) return Integer is
      Result : Buffer (Size);  --  fails: VC_PREDICATE_CHECK
   begin
      return Result.Size + Result.Used;
   end Made;
   Total : Integer := Made (2);
begin
   pragma Assert (Total = 2);
   Total := Total + Made (3);
end Predicate_Of_Discriminant;
