--  Names in an expression function mean what they mean where it stands, not at the end of its declarative part.
procedure Late_Names is
   N : Integer := 1;

   package Numbers is
      type T is new Integer range -1000 .. 1000;
      function Twice (X : T) return T is (X * 2);
      function "*" (L, R : T) return T is (L + R);
      type U is new T;
      function Plus (X : U) return U is (X + 1);
      function Again (X : U) return U is (X * 3);
      function "*" (L, R : U) return U is (70);
      function Later (X : U) return U is (X * 3);
   end Numbers;
   use Numbers;

   package Even is
      function Is_Odd (N : Natural) return Boolean;
      function Is_Even (N : Natural) return Boolean is (if N = 0 then True else Is_Odd (N - 1));
      function Is_Odd (N : Natural) return Boolean is (if N = 0 then False else Is_Even (N - 1));
   end Even;

   function F (X : Integer) return Integer is (if X < 100 then X + 1 else X);
   function Rec (X : Integer) return Integer is (F (X));
   function F (X : Natural; Y : Integer := 0) return Integer is (3);

   package Hidden is
      type P is private;
      First : constant P;
      function Is_First (X : P) return Boolean is (X = First);
      function Value (X : P) return Integer;
      function Double (X : P) return Integer is (2 * Value (X));
   private
      type P is new Integer;
      First : constant P := 5;
      function Value (X : P) return Integer is (Integer (X));
   end Hidden;

   package A is
      function G (X : Integer) return Integer is (X + 1);
      Limit : Integer := 4;
   end A;
   package B is
      function G (X : Integer) return Integer is (100);
      Limit : Integer := 5;
   end B;
   use A;
   function Of_A return Integer is (G (1) + Limit);
   use B;
begin
   pragma Assert (Of_A = 6);
   declare
      function Outer return Integer is (N);
      N : Integer := 2;
      function Inner return Integer is (N);
   begin
      pragma Assert (Outer = 1);
      pragma Assert (Inner = 2);
   end;
   pragma Assert (T'(Twice (4)) = 8);
   pragma Assert (Plus (4) = 5 and U'(Again (4)) = 7 and U'(Later (4)) = 70);
   pragma Assert (Rec (1) = 2);
   pragma Assert (Even.Is_Even (4) and Hidden.Is_First (Hidden.First));
   pragma Assert (Hidden.Double (Hidden.First) = 11);  --  fails: VC_ASSERT
end Late_Names;
