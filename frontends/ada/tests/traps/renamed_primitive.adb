--  A renaming declares an operation of its own: what overrides the renamed one does not override it, and the other way.
procedure Renamed_Primitive is
   package P is
      type T is tagged record
         X : Integer := 1;
      end record;
      function F (O : T) return Integer is (O.X);
      function F2 (O : T) return Integer renames F;
      procedure Put (O : in out T; Value : Integer);
      procedure Set (O : in out T; To : Integer := 9) renames Put;
      type U is new T with null record;
      overriding function F (O : U) return Integer is (20);
      function K (O : U) return Integer is (5);
      type W is new U with null record;
      overriding function F (O : W) return Integer renames K;
      type Last is new W with null record;
      overriding function K (O : Last) return Integer is (-1);
   end P;
   package body P is
      procedure Put (O : in out T; Value : Integer) is
      begin
         O.X := Value;
      end Put;
   end P;
   use P;
   B : U;
   C : W;
   D : Last;
begin
   pragma Assert (B.F = 20 and B.F2 = 1);
   pragma Assert (T'Class (B).F2 = 1 and T'Class (B).F = 20);
   pragma Assert (C.F = 5 and D.F = 5 and D.K = -1);
   pragma Assert (T'Class (D).F = 5);
   B.Set;
   pragma Assert (T'Class (B).F2 = 9);
   T'Class (B).Set (4);
   pragma Assert (B.X = 4);
   pragma Assert (D.F = -1);  --  fails: VC_ASSERT
end Renamed_Primitive;
