--  Literals are values of the modular type that the context wants, also as operands of logical operators.
procedure Literals_Of_Modular is
   type M is mod 2 ** 8;
   type M7 is mod 7;
   A : M := not 1;
   B : M := -1;
   C : constant M := not 0;
   D : M7 := not 1;
   E : M := abs 3;
   F : M := +3;
   G : M := (not 1) and 16#F0#;
   H : Boolean := A = not 1;
   K : M := M'(not 2);
   L : M := 1 or 4 or A;
   function Id (Z : M) return M is (Z);
   function "not" (X : M7) return M7 is (X);
   N : M7 := not 1;
begin
   pragma Assert (A = 254 and B = 255 and C = 255 and D = 5 and E = 3 and F = 3 and G = 16#F0# and H and K = 253);
   pragma Assert (L = 255 and N = 1);
   pragma Assert (Id (not 1) = 254);
   pragma Assert (Id (-1) = 255);
   pragma Assert (Id (6 xor 3) = 5);
   if A in not 1 .. not 0 then
      pragma Assert (Id (not 1) /= Id (not 2));
   end if;
   case A is
      when not 1 => null;
      when others => pragma Assert (False);
   end case;
   pragma Assert (Id (not 1) = Id (not 2));  --  fails: VC_ASSERT
end Literals_Of_Modular;
