--  Nothing is said of a component that does not exist, whatever its constraint would ask for.
procedure Absent_Components is
   function Id (X : Integer) return Integer is (X);
   subtype Small is Integer range 1 .. 10;
   type Pair (D1, D2 : Small) is null record;
   type Choice (D : Integer := Id (11)) is record
      case D is
         when -5 .. 10 => C1 : Pair (D, Id (1));
         when others   => C2 : Integer := Id (5);
      end case;
   end record;
   X : Choice;
   Y : Choice := (12, 6);
   N : Integer := 0;
begin
   pragma Assert (X.D = 11 and X.C2 = 5);
   pragma Assert (X = (11, 5) and X /= Y);
   X := (2, (2, 1));
   pragma Assert (X.C1.D1 = 2);
   X := Y;
   pragma Assert (X.C2 = 6);
   begin
      Y := (0, (1, 1));
   exception
      when Constraint_Error => N := 1;
   end;
   pragma Assert (N = 1 and Y.D = 12);
   pragma Assert (X.D = 11);  --  fails: VC_ASSERT
end Absent_Components;
