--  What an "out" parameter has before it is written, where GNAT may copy it or not: packed ones, and with bounds that
--  are variables.
procedure Kept_Perhaps is
   type Big is record P, Q, R, S, T : Integer; end record;
   type Bits is array (1 .. 200) of Boolean with Pack;
   type Holder is record
      F : Boolean := False;
      B : Big := (1, 2, 3, 4, 5);
      G : Boolean := True;
   end record with Pack;
   type Odd is record
      F : Boolean := False;
      B : Bits := (others => True);
   end record with Pack;
   type Numbers is array (Positive range <>) of Integer;
   Last : Integer := 2;
   subtype Some_Numbers is Numbers (1 .. Last);
   procedure Set (X : out Big) is begin X.Q := 77; end Set;
   procedure Set (X : out Bits) is begin X (5) := False; end Set;
   procedure Set (X : out Some_Numbers) is begin X (1) := 7; end Set;
   H : Holder;
   O : Odd;
   N : Some_Numbers := (3, 4);
begin
   Set (H.B);
   pragma Assert (H.B.P = 1);
   Set (O.B);
   pragma Assert (O.B (6));
   Set (N);
   pragma Assert (N (2) = 4);
end Kept_Perhaps;
