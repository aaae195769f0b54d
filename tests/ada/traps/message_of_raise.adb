--  The message of a raise statement or expression is evaluated before anything is raised (RM 11.3 (4)).
procedure Message_Of_Raise (N : Integer) is
   Refused : exception;
   function Half (X : Integer) return Integer is
     (if X > 10 then X / 2 else raise Refused with "small:" & Integer'Image (100 / X));
   Y : Integer := 0;
begin
   begin
      Y := Half (N);
      if Y > 1_000 then
         raise Refused with Integer'Image (Y);
      end if;
   exception
      when Refused =>
         Y := 1;
   end;
   pragma Assert (Y >= 1);
end Message_Of_Raise;
