with P1; use P1;
procedure P2 is
   use type P1.T;
   R : Rec := Make (True);
   C : Colour := Red;
   N : T := 9;
   F : Float := 1.0;
   LF : Long_Float := 2.5;
   subtype Pos_F is Float range 0.0 .. 100.0;
   P : Pos_F := 5.0;
   type Fixed_Ish is range 0 .. 2**16 - 1 with Size => 16;
   Fx : Fixed_Ish := 16#FF#;
   Hex : constant := 16#10#;
   type M7 is mod 7;
   type A7 is array (M7) of Natural;
   A : A7 := (others => 1);
   Sum : Natural := 0;
   X, Y : Integer := 1;
   procedure Ren (Z : in out Integer) is null;
begin
   Reset (R, C);
   R := Deferred;
   if R = Deferred and then R /= Make (False) then
      N := Next (N) + 1;
   end if;
   for I in A'Range loop
      Sum := Sum + A (I) * (if I = 0 then 2 else 1);
   end loop;
   LF := Long_Float (F) * LF ** 2;
   P := Pos_F'Min (P, Float (LF)) + Float'Max (0.0, 1.0) * 2.0;
   Fx := Fx / 2 + Fixed_Ish (Hex) * 3;
   X := (declare K : constant Integer := X + 1; begin K * 2);
   X := @ + 1;
   Y := Inner.V + P1.Inner.V;
   P1.Inner.Q;
   pragma Assert (X > 0, "message");
   while X < 10 and Y > 0 loop
      X := X + 1;
      if X = 5 then exit; end if;
   end loop;
end P2;
