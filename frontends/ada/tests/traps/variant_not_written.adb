--  An allocated object with a constraint has the components of its variant, without values.
procedure Variant_Not_Written is
   type Kind is (Circle, Square);
   type Shape (K : Kind := Square) is record
      case K is
         when Circle => R : Positive;
         when Square => Done : Boolean := True;
      end case;
   end record;

   procedure Fill (S : out Shape; Really : Boolean) is
   begin
      if Really then
         S.R := 3;
      end if;
   end Fill;

   S, T : Shape (Circle);
   U    : Shape;
begin
   pragma Assert (U.Done);
   Fill (S, True);
   pragma Assert (S.R = 3);
   T.R := S.R;
   pragma Assert (T.R = 4);  --  fails: VC_ASSERT
end Variant_Not_Written;
