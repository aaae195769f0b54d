--  What names denote: declarations of an outer body seen in an inner one, functions that hide literals, expanded names of
--  characters, and primitive operations made visible with their type.
procedure Names_Found (X : Integer) is
   package Outer is
      package Inner is
         procedure Get (Y : out Integer);
      end Inner;
   end Outer;
   package body Outer is
      Kept : constant Integer := 7;
      package body Inner is
         procedure Get (Y : out Integer) is
         begin
            Y := Kept;
         end Get;
      end Inner;
   end Outer;
   type Level is (Low, High);
   package Colours is
      type Colour is (Red, Green);
      function Best return Colour;
   end Colours;
   package body Colours is
      function Best return Colour is (Green);
   end Colours;
   Found : Integer;
begin
   Outer.Inner.Get (Found);
   pragma Assert (Found = 7);
   declare
      function Low return Level is (High);
      use all type Colours.Colour;
   begin
      pragma Assert (Low = High);
      pragma Assert (Level'First /= Low);
      pragma Assert (Best = Green and Best /= Red);
   end;
   pragma Assert (Character'Pos (ASCII.NUL) = 0 and ASCII.LC_A = 'a' and Standard.ASCII.Tilde = '~');
   for I in Integer range 1 .. 2 loop
      case I is
         when 1 => Found := X;
         when 2 => Found := 0;
      end case;
   end loop;
   pragma Assert (Found = 0);
end Names_Found;
