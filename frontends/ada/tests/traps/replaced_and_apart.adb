--  Components are what they are in all views, whatever their places are.
procedure Replaced_And_Apart is
   package Q is
      type R (A : Integer) is tagged record
         X : Integer := 1;
         Y : Integer := 2;
      end record;
      type S (B, C, D : Integer) is new R (C) with record
         Z : Integer := 3;
      end record;
   end Q;
   use Q;
   O : S (1, 2, 3);
   procedure P (L : in out Integer; M : in out Integer) is
   begin
      L := L + 1;
      M := M + 1;
      null;
   end P;
begin
   P (R (O).X, O.Z);
   pragma Assert (O.X = 2 and O.Z = 4);
   P (R (O).Y, O.X);
   pragma Assert (O.Y = 3 and O.X = 3);
end Replaced_And_Apart;
