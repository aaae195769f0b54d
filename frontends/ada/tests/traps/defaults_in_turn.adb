--  The values of components by default are those that they have in their turn, whatever the ones behind them change.
procedure Defaults_In_Turn is
   Serial : Integer := 2;
   function Next return Integer is
   begin
      Serial := Serial + 3;
      return Serial;
   end Next;
   type Inner is record
      A : Integer := Serial;
      B : Integer := Next;
      C : Integer := Serial;
   end record;
   type Outer is record
      A : Integer := Serial;
      B : Inner;
      C : Integer := Serial;
   end record;
   X : Inner;
   Y : Outer;
   Z : array (1 .. 2) of Inner;
begin
   pragma Assert (X.A = 2 and X.B = 5 and X.C = 5);
   pragma Assert (Y.A = 5 and Y.B.A = 5 and Y.B.B = 8 and Y.C = 8);
   pragma Assert (Z (1).A = 8 and Z (1).C = 11 and Z (2).A = 11);
   declare
      W : Outer;
   begin
      pragma Assert (W.A = 17 and W.C = 17);  --  fails: VC_ASSERT
   end;
end Defaults_In_Turn;
