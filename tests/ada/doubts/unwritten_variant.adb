--  The variant of an out parameter is that of the actual one, whatever the defaults say: nobody has written R.
function Unwritten_Variant (Really : Boolean) return Integer is
   type Kind is (Circle, Square);
   type Shape (K : Kind := Square) is record
      case K is
         when Circle => R : Positive;
         when Square => Done : Boolean := True;
      end case;
   end record;

   procedure Fill (S : out Shape) is
   begin
      if Really then
         S.R := 3;
      end if;
   end Fill;

   S : Shape (Circle);
begin
   Fill (S);
   return S.R;
end Unwritten_Variant;
