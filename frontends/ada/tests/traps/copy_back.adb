--  "in out" scalars are copied, with range checks at the call.
procedure Copy_Back is
   subtype Small is Integer range 0 .. 10;
   X : Integer := 5;
   S : Small := 5;
   type Pair is array (1 .. 2) of Integer;
   P : Pair := (1, 2);
   I : Integer := 1;
   procedure Twice (V : in out Integer) is
   begin
      V := V * 2;
   end Twice;
   procedure Bump (A : in out Integer; K : in out Integer) is
   begin
      K := 2;
      A := A + 10;
   end Bump;
begin
   Twice (X);
   pragma Assert (X = 10);
   Twice (S);
   pragma Assert (S = 10);
   Bump (P (I), I);
   pragma Assert (P = (11, 2) and I = 2);
   Twice (P (I));
   pragma Assert (P (2) = 4);
   Twice (S);  --  fails: VC_RANGE_CHECK
end Copy_Back;
