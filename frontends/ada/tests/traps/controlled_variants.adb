--  Components of variants and those that discriminants size are initialised in their turn, too.
with Ada.Finalization;
procedure Controlled_Variants is
   Serial : Integer := 0;
   package P is
      type T is new Ada.Finalization.Controlled with record
         V : Integer := 0;
      end record;
      overriding procedure Initialize (X : in out T);
      overriding procedure Adjust (X : in out T);
   end P;

   package body P is
      procedure Initialize (X : in out T) is
      begin
         Serial := Serial + 1;
         X.V := Serial;
      end Initialize;

      procedure Adjust (X : in out T) is
      begin
         Serial := Serial + 1;
         X.V := X.V + 10;
      end Adjust;
   end P;
   use P;
   K : T;
   type R (N : Positive := 3) is record
      A : T;
      B : Integer := Serial + N;
      C : Integer := N;
      case N is
         when 1 =>
            D : Integer := Serial;
         when 2 =>
            E : T;
            F : Integer := Serial * N;
         when others =>
            G : T := K;
            H : Integer := Serial + N;
      end case;
   end record;
   type S (N : Positive) is record
      A : T;
      B : String (1 .. N) := (others => 'x');
      C : Integer := Serial;
   end record;
   X : R (1);
   Y : R (2);
   Z : R (3);
   W : S (4);
   V : R := (2, A => <>, B => <>, C => Serial, E => K, F => <>);
   type Opt is access Integer;
   type Q is record
      A : T;
      P : Opt := new Integer'(Serial);
   end record;
begin
   pragma Assert (X.A.V = 2 and X.B = 3 and X.C = 1 and X.D = 2);
   pragma Assert (Y.A.V = 3 and Y.B = 5 and Y.E.V = 4 and Y.F = 8);
   pragma Assert (Z.A.V = 5 and Z.B = 8 and Z.G.V = 11 and Z.H = 9);
   pragma Assert (W.A.V = 7 and W.B = "xxxx" and W.C = 7);
   pragma Assert (V.A.V = 8 and V.B = 10 and V.C = 8 and V.E.V = 11 and V.F = 18);
   declare
      U : Q;
   begin
      pragma Assert (U.P.all = 10);
   end;
end Controlled_Variants;
