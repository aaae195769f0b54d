--  Variants of an extension with discriminants of its own, and aggregates of them.
procedure Variants_Of_Extension is
   package Q is
      type R is tagged record
         X : Integer := 1;
         Y : String (1 .. 3) := "abc";
      end record;
      type S (B : Positive) is new R with record
         Z : String (1 .. B) := (others => 'z');
         case B is
            when 1 => O : Integer := 5;
            when others => P : Boolean := True;
         end case;
      end record;
   end Q;
   use Q;
   A : S (1);
   B : S := (R with B => 2, Z => "qq", P => False);
   C : S := (R'(5, "xyz") with 1, "w", 6);
   D : R'Class := C;
begin
   pragma Assert (A.O = 5 and A.X = 1 and A.Y = "abc" and A.Z = "z");
   pragma Assert (B.X = 1 and B.Y = "abc" and B.Z = "qq" and not B.P);
   pragma Assert (C.X = 5 and C.Y = "xyz" and C.Z = "w" and C.O = 6);
   pragma Assert (S (D).B = 1 and S (D).O = 6);
   pragma Assert (R (B) = (1, "abc"));
   A := C;
   pragma Assert (A.O = 6 and A = C);
   begin
      A.P := True;
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
end Variants_Of_Extension;
