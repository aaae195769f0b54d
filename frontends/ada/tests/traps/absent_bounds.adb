--  A component of a variant that does not exist has no bounds that could be wrong, neither alone nor in an array.
procedure Absent_Bounds is
   function Ident (X : Integer) return Integer is (X);
   subtype Small is Integer range 1 .. 10;
   type Numbers is array (Small range <>) of Integer;
   type Item (D : Integer := -6) is record
      case D is
         when -5 .. 10 => A : Numbers (D .. Ident (11));
         when others   => B : Integer := Ident (5);
      end case;
   end record;
   type Items is array (1 .. 10) of Item;
   One  : Item;
   Many : Items;
begin
   pragma Assert (One.B = 5 and One.D = -6);
   pragma Assert (Many (Ident (3)).B = 5);
   begin
      declare
         Bad : Item (Ident (-5));
      begin
         pragma Assert (Bad.D = 3);
      end;
   exception
      when Constraint_Error => One := (D => -7, B => 1);
   end;
   pragma Assert (One.D = -6);  --  fails: VC_ASSERT
end Absent_Bounds;
