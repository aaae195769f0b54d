--  The bounds of a floating point range are machine numbers, as the values are that are compared with them.
procedure Float_Bounds is
   procedure Run (N : Integer) with
     Pre => N in 0 .. 9
   is
      subtype Part is Float range 0.0 .. 0.1;
      subtype Most is Float range 0.0 .. 0.7;
      X : Part := 0.1;
      Y : Float := 0.1;
      Z : Most := 0.7;
   begin
      X := Y;
      pragma Assert (Y in Part);
      Y := 0.7;
      Z := Y;
      Y := 0.1 + Float (N);
      X := Y;  --  fails: VC_RANGE_CHECK
   end Run;
begin
   Run (0);
   Run (1);
end Float_Bounds;
