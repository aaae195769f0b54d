--  A renaming and a formal subprogram have names and defaults of their own for the parameters; attributes are functions too.
procedure Own_Parameter_Names (Given : Integer) is
   X : constant Integer := Given mod 50;
   function Twice (N : Integer; More : Integer := 0) return Integer is (2 * N + More);
   function Double (Of_This : Integer; Plus : Integer := 1) return Integer renames Twice;
   procedure Set (A : in out Integer; B : Integer);
   procedure Change (A : in out Integer; B : Integer) is
   begin
      A := B;
   end Change;
   procedure Set (A : in out Integer; B : Integer) renames Change;
   generic
      type T is (<>);
      with function After (V : T) return T is T'Succ;
      with function Join (First, Second : T) return T;
   package Steps is
      function Two (V : T) return T is (After (After (V)));
      function Joined (V : T) return T is (Join (Second => V, First => T'Last));
   end Steps;
   function Least (A, B : Integer) return Integer is (if A < B then A else B - 1);
   package Up is new Steps (Integer, Join => Least);
   package Down is new Steps (Integer, Integer'Pred, Join => Least);
   Y : Integer := 0;
begin
   pragma Assert (Double (Of_This => 3) = 7);
   pragma Assert (Twice (3) = 6);
   Set (Y, X);
   pragma Assert (Y = X);
   pragma Assert (Up.Two (1) = 3 and Down.Two (1) = -1);
   pragma Assert (Up.Joined (5) = 4 and Down.Joined (7) = 6);
   pragma Assert (Double (Y) /= 41);
end Own_Parameter_Names;
