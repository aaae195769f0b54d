--  New discriminants in the place of those of the parent: conversions, inherited operations, variants (RM 3.7
--  (13-15)).
procedure Replaced_Discriminants is
   function Id (X : Integer) return Integer is (X);
   type P (A, B : Natural) is record
      S : String (1 .. A) := (others => 's');
      V : Integer := B;
      case B is
         when 3 => Y : Integer := 7;
         when others => Z : Boolean := True;
      end case;
   end record;
   function Sum (X : P) return Integer is (X.A + X.B);
   procedure Bump (X : in out P) is begin X.V := X.V + 1; end Bump;
   function Mk return P is (P'(A => 4, B => 3, S => "abcd", V => 1, Y => 2));
   package Q is
      type T (D : Natural) is record
         S : String (1 .. D) := (others => 's');
         N : Integer := D + 1;
      end record;
      function Len (X : T) return Integer;
      procedure Inc (X : in out T);
      function Make (X : Natural) return T;
   end Q;
   package body Q is
      function Len (X : T) return Integer is (X.S'Length);
      procedure Inc (X : in out T) is begin X.N := X.N + 1; end Inc;
      function Make (X : Natural) return T is
         R : T (X);
      begin
         R.S := (others => 'x');
         return R;
      end Make;
   end Q;
   type C (E : Natural) is new P (E, 3);
   type C2 (E : Natural) is new P (A => 2, B => E);
   type C3 (E : Natural) is new P (A => E, B => E);
   type C4 (E : Natural) is new P (A => E, B => 5);
   type TT (F : Natural) is new Q.T (F);
   X : C (4);
   Z : C3 (5);
   W : C4 (3);
   T1 : TT (3);
   Y : P (4, 3);
begin
   X.S := "abcd";
   pragma Assert (X.E = 4);
   pragma Assert (X.V = 3);
   pragma Assert (X.Y = 7);
   pragma Assert (X.S'Last = 4);
   Y := P (X);
   pragma Assert (Y.A = 4 and Y.B = 3 and Y.S = "abcd");
   X := C (Mk);
   pragma Assert (X.S = "abcd" and X.Y = 2);
   pragma Assert (Sum (P (X)) = 7);
   Bump (P (X));
   pragma Assert (X.V = 2);
   Z.S := "abcde";
   pragma Assert (Z.Z and Z.V = 5);
   pragma Assert (P (Z).A = 5 and P (Z).B = 5);
   pragma Assert (W.Z and W.V = 5);
   T1.S := "xyz";
   Inc (T1);
   pragma Assert (T1.N = 5 and Len (T1) = 3);
   T1 := Make (3);
   pragma Assert (T1.S = "xxx" and T1.N = 4);
   T1 := (F => 3, S => "aaa", N => Id (8));
   pragma Assert (T1.N = 8 and Q.T (T1).D = 3);
   declare
      L : C2 (3);
   begin
      L.S := "ab";
      pragma Assert (L.Y = 7 and L.V = 3 and P (L) = P'(2, 3, "ab", 3, 7));
   end;
   declare
      T2 : constant TT := Make (Id (6));
   begin
      pragma Assert (T2.F = 6 and T2.S'Length = 6);
   end;
end Replaced_Discriminants;
