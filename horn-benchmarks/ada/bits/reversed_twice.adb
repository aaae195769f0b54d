--  Bits reversed twice are those of before.
with Interfaces; use Interfaces;

procedure Reversed_Twice (A : Unsigned_8) is
   function Reversed (X : Unsigned_8) return Unsigned_8 is
      Rest   : Unsigned_8 := X;
      Result : Unsigned_8 := 0;
   begin
      for I in 1 .. 8 loop
         Result := Result * 2 + (Rest and 1);
         Rest := Rest / 2;
      end loop;
      return Result;
   end Reversed;
begin
   pragma Assert (Reversed (Reversed (A)) = A);
end Reversed_Twice;
