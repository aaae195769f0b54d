with Stacks; use Stacks;
with Stacks.Extra;
with Ada.Text_IO; use Ada.Text_IO;
with Interfaces; use Interfaces;
with Ada.Numerics;
procedure Main is
   S : Stack;
   X : Integer;
   U : Unsigned_32 := 16#FFFF_FFFF#;
   Area : constant Float := Ada.Numerics.Pi * 2.0;
   package Int_IO is new Ada.Text_IO.Integer_IO (Integer);
begin
   Push (S, 3);
   Stacks.Push (S, 4);
   Pop (S, X);
   pragma Assert (X = 4);
   pragma Assert (Stacks.Extra.Double (S) = 2);
   Extra.Clear (S);
   U := Shift_Right (U, 4) + 1;
   pragma Assert (U = 16#1000_0000#);
   Put_Line ("Size" & Integer'Image (Size (S)) & X'Image);
   Put (Table (2)'Image);
   New_Line;
   if Area > 6.0 then
      raise Stacks.Overflow with "no";
   end if;
exception
   when Overflow => Put_Line ("overflow");
end Main;
