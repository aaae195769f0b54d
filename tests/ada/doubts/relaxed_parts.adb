package body Relaxed_Parts is
   procedure Read (P : in Pair; X : out Natural) is
   begin
      X := P.B;
      pragma Assert (P'Initialized);
   end Read;
   procedure Get (X : out Natural) is
   begin
      X := Kept.B;
   end Get;
end Relaxed_Parts;
