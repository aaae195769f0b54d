--  Parts that are written through views with other discriminants.
procedure Replaced_And_Written is
   package Q is
      type R (A : Integer) is tagged record
         X : Integer;
         Y : Integer;
      end record;
      procedure Set_X (O : in out R; V : Integer);
      procedure Set_Y (O : in out R; V : Integer);
      type S (B, C : Integer) is new R (C) with record
         Z : Integer;
         W : Integer;
      end record;
   end Q;
   package body Q is
      procedure Set_X (O : in out R; V : Integer) is begin O.X := V; end Set_X;
      procedure Set_Y (O : in out R; V : Integer) is begin O.Y := V; end Set_Y;
   end Q;
   use Q;
   O : S (1, 2);
begin
   Set_X (O, 5);
   Set_Y (R (O), 6);
   O.Z := 7;
   O.W := 8;
   pragma Assert (O.X = 5 and O.Y = 6 and O.Z = 7 and O.W = 8 and O.B = 1 and O.C = 2);
   pragma Assert (R (O).A = 2);
   R (O) := (A => 2, X => 10, Y => 11);
   pragma Assert (O.X = 10 and O.Y = 11 and O.Z = 7 and O.W = 8);
end Replaced_And_Written;
