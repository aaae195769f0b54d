--  Discriminants of the parent that get values at run time, in bounds and constraints of components.
procedure Replaced_At_Run_Time is
   function Id (X : Integer) return Integer is (X);
   type Inner (N : Integer) is record
      V : Integer := N * 2;
   end record;
   type P (A, Z : Integer) is record
      I : Inner (A);
      J : Inner (Z);
      S : String (1 .. A) := (others => 'a');
      T : String (Z .. A) := (others => 't');
   end record;
   N : Integer := Id (3);
   type C (B : Integer) is new P (N, B);
   X : C (2);
begin
   N := 9;
   pragma Assert (X.I.N = 3 and X.I.V = 6 and X.J.N = 2 and X.J.V = 4);
   pragma Assert (X.S = "aaa" and X.T = "tt" and X.T'First = 2);
   X.I := (3, 1);
   pragma Assert (P (X).I.V = 1 and P (X).A = 3);
   begin
      X.I := (2, 1);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   begin
      X := C (P'(4, 2, (4, 1), (2, 2), "abcd", "abc"));
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   X := C (P'(3, 2, (3, 1), (2, 2), "abc", "ab"));
   pragma Assert (X.S = "abc" and X.T = "ab");
end Replaced_At_Run_Time;
