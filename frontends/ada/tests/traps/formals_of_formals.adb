--  A generic unit inside of another one names the formals of a formal package of the outer one (RM 12.7 (10)).
procedure Formals_Of_Formals is
   generic
      type E is range <>;
      with function Next (X : E) return E;
   package Signature is
      function Twice (X : E) return E is (X * 2);
   end Signature;
   generic
      with package S is new Signature (<>);
   package Outer is
      generic
         with procedure Each (X : S.E);
      procedure Visit (X : S.E);
   end Outer;
   package body Outer is
      procedure Visit (X : S.E) is
         Y : S.E := S.Twice (X);
      begin
         Each (S.Next (Y));
      end Visit;
   end Outer;
   type Small is range 0 .. 50;
   function Up (X : Small) return Small is (X + 1);
   package Sig is new Signature (Small, Up);
   package O is new Outer (Sig);
   Seen : Small := 0;
   procedure Take (X : Small) is
   begin
      Seen := X;
   end Take;
   procedure V is new O.Visit (Take);
begin
   V (7);
   pragma Assert (Seen = 15);
   V (24);
   pragma Assert (Seen = 48);  --  fails: VC_ASSERT
end Formals_Of_Formals;
