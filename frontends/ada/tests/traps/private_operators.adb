--  Outside of a package the operators of a private type are those that it declares, whatever its full view has (RM
--  7.3.1); literals are none of its values.
procedure Private_Operators is
   package T is
      type D is private;
      Z : constant D;
      function "+" (L : Integer; R : D) return Integer;
      function "<" (L : D; R : Integer) return Boolean;
      function "-" (R : D) return Integer;
      function "=" (L : Integer; R : D) return Boolean;
      procedure P (X : Integer; Y : out Integer);
      procedure P (X : D; Y : out Integer);
   private
      type D is new Integer;
      Z : constant D := 5;
      function "+" (L : Integer; R : D) return Integer is (200);
      function "<" (L : D; R : Integer) return Boolean is (True);
      function "-" (R : D) return Integer is (77);
      function "=" (L : Integer; R : D) return Boolean is (False);
   end T;

   package body T is
      procedure P (X : Integer; Y : out Integer) is
      begin
         Y := X;
      end P;

      procedure P (X : D; Y : out Integer) is
      begin
         Y := 50;
      end P;
   end T;

   use T;
   X : Integer := 3;
begin
   pragma Assert (X = 3);
   P (3 - 2, X);
   pragma Assert (X = 1);
   P (Z, X);
   pragma Assert (2 * (-Z) = 154);
   pragma Assert (not (5 = Z) and Z = Z);
   pragma Assert (2 + Z < 8);  --  fails: VC_ASSERT
end Private_Operators;
