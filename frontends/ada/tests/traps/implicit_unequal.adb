--  The operator "/=" that comes with a function "=" is its opposite: renamed, as an actual function, called by its
--  symbol and through its package.
procedure Implicit_Unequal is
   type Rec is record
      A, B : Integer;
   end record;
   function "=" (X, Y : Rec) return Boolean is (X.A = Y.A);
   package P is
      type T is private;
      function Make (X, Y : Integer) return T;
      function "=" (L, R : T) return Boolean;
   private
      type T is record
         A, B : Integer;
      end record;
      function Make (X, Y : Integer) return T is (X, Y);
      function "=" (L, R : T) return Boolean is (L.A = R.A);
   end P;
   use type P.T;
   function NE (X, Y : Rec) return Boolean renames "/=";
   function NE2 (X, Y : P.T) return Boolean renames P."/=";
   generic
      type E is private;
      with function Unlike (X, Y : E) return Boolean;
   function Differ (X, Y : E) return Boolean;
   function Differ (X, Y : E) return Boolean is (Unlike (X, Y));
   function D1 is new Differ (Rec, "/=");
   function D2 is new Differ (P.T, P."/=");
   function D3 is new Differ (Rec, NE);
   function D4 is new Differ (Integer, "/=");
   U : constant Rec := (1, 2);
   V : constant Rec := (1, 3);
   W : constant Rec := (2, 3);
   X : constant P.T := P.Make (1, 2);
   Y : constant P.T := P.Make (1, 3);
begin
   pragma Assert (not (U /= V) and U /= W);
   pragma Assert (not "/=" (U, V) and "/=" (U, W));
   pragma Assert (not NE (U, V) and NE (U, W));
   pragma Assert (not NE2 (X, Y));
   pragma Assert (not D1 (U, V) and D1 (V, W));
   pragma Assert (not D2 (X, Y));
   pragma Assert (not D3 (U, V) and D3 (V, W));
   pragma Assert (D4 (1, 2) and not D4 (3, 3));
   pragma Assert (not P."/=" (X, Y));
   pragma Assert ("/=" (1, 2) and Standard."/=" (2, 3));
   pragma Assert (NE (U, V));  --  fails: VC_ASSERT
end Implicit_Unequal;
