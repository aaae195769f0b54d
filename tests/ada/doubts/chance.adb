with Ada.Numerics.Discrete_Random, Ada.Numerics.Float_Random, Ada.Calendar.Formatting, Ada.Calendar.Arithmetic;
procedure Chance is
   subtype Die is Integer range 1 .. 6;
   package Dice is new Ada.Numerics.Discrete_Random (Die);
   package Floats renames Ada.Numerics.Float_Random;
   use type Ada.Calendar.Formatting.Day_Name;
   G : Dice.Generator;
   F : Floats.Generator;
   Kept : Dice.State;
   Table : array (Die) of Natural := (others => 0);
   D : Die;
   Now : constant Ada.Calendar.Time := Ada.Calendar.Clock;
begin
   Dice.Reset (G, 1);
   Dice.Save (G, Kept);
   for I in 1 .. 10 loop
      D := Dice.Random (G);
      if Table (D) < 10 then
         Table (D) := Table (D) + 1;
      end if;
   end loop;
   Dice.Reset (G, Kept);
   pragma Assert (Floats.Random (F) in 0.0 .. 1.0);
   pragma Assert (Ada.Calendar.Formatting.Day_Of_Week (Now) in Ada.Calendar.Formatting.Day_Name);
   pragma Assert (Ada.Calendar.Formatting.Minute (Now) <= 59);
   pragma Assert (Dice.Random (G) /= 7);
   pragma Assert (Dice.Random (G) /= Dice.Random (G));
end Chance;
