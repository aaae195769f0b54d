--  Literals are no values of private types: they do not make calls ambiguous (RM 7.3.1, 8.6).
procedure Hidden_Literals is
   package P is
      type S is private;
      type A is private;
      procedure R (X : Integer; Y : out Integer);
      procedure R (X : S; Y : out Integer);
      function F (X : String) return Integer;
      function F (X : A) return Integer;
      Z : constant S;
   private
      type S is mod 256;
      type A is array (1 .. 3) of Character;
      Z : constant S := 0;
      Own : constant Integer := 2;
   end P;

   package body P is
      procedure R (X : Integer; Y : out Integer) is
      begin
         Y := X;
      end R;

      procedure R (X : S; Y : out Integer) is
      begin
         Y := 100;
      end R;

      function F (X : String) return Integer is (X'Length);
      function F (X : A) return Integer is (Own);
   end P;

   generic
      type T is (<>);
   package G is
      type S is private;
      function R (X : Integer) return Integer is (X);
      function R (X : S) return Integer is (200);
   private
      type S is mod 256;
   end G;

   package I is new G (Boolean);
   Y : Integer;
begin
   P.R (-(-1), Y);
   pragma Assert (Y = 1);
   P.R (Y => Y, X => (2));
   pragma Assert (Y = 2);
   P.R (P.Z, Y);
   pragma Assert (Y = 100);
   pragma Assert (P.F ("abcd") = 4);
   pragma Assert (I.R (3) = 4);  --  fails: VC_ASSERT
end Hidden_Literals;
