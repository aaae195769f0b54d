--  Static values are truncated to a multiple of the small, by a conversion too; a conversion at run time rounds (GNAT).
procedure Static_Conversion is
   procedure Run (X : Float) with
     Pre => X in -1.0 .. 1.0
   is
      type Quarter is delta 0.25 range -10.0 .. 10.0;
      Static : constant Float := 0.375;
      Moving : Float := 0.375;
      Q      : Quarter := Quarter (Static);
   begin
      pragma Assert (Q = 0.25);
      Q := Quarter (Float'(-0.375));
      pragma Assert (Q = -0.25);
      Q := Quarter (Moving);
      pragma Assert (Q = 0.5);
      Moving := X;
      Q := Quarter (Moving);
      pragma Assert (Q /= 1.0);  --  fails: VC_ASSERT
   end Run;
begin
   Run (0.5);
   Run (-1.0);
   Run (1.0);
end Static_Conversion;
