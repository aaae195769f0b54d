--  A subtype with a delta of its own: what it says of its accuracy, and that it cannot be finer (RM J.3).
procedure Delta_Of_Subtype is
   type Fine is delta 0.125 range -8.0 .. 8.0;
   subtype Rough is Fine delta 0.5 range -4.0 .. 4.0;
   type Own is new Fine delta 0.25 range -2.0 .. 2.0;
   R : Rough := 1.125;
   O : Own := 0.125;
   Handled : Boolean := False;
begin
   pragma Assert (Rough'Delta = 0.5 and Fine'Delta = 0.125 and Own'Delta = 0.25 and Rough'Small = 0.125);
   pragma Assert (Rough'Aft = 1 and Fine'Aft = 1 and Rough'Fore = 2);
   pragma Assert (R = 1.125 and O * 2 = 0.25);
   begin
      declare
         subtype Finer is Rough delta 0.25;
         X : Finer := 0.0;
      begin
         R := R + X;
      end;
   exception
      when Constraint_Error => Handled := True;
   end;
   pragma Assert (Handled);
   R := R + 3.0;  --  fails: VC_RANGE_CHECK
end Delta_Of_Subtype;
