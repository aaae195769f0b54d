--  A comparison that copies while it compares. After SV-COMP standard_compareModified.
with Vectors; use Vectors;

procedure Compare_Modified (A, B : Vector) is
   C     : Vector  := (others => 0);
   Equal : Boolean := True;
begin
   for I in Index loop
      if A (I) /= B (I) then
         Equal := False;
      end if;
      C (I) := A (I);
   end loop;

   if Equal then
      for I in Index loop
         pragma Assert (A (I) = B (I));
      end loop;
   end if;
   for I in Index loop
      pragma Assert (A (I) = C (I));
   end loop;
end Compare_Modified;
