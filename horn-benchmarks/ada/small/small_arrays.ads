package Small_Arrays is
   subtype Small is Integer range -100 .. 100;
   type Eight is array (1 .. 8) of Small;
   type Matrix is array (1 .. 4, 1 .. 5) of Small;
   type Square is array (1 .. 4, 1 .. 4) of Integer;
   type Color is (Red, Green, Blue, White, Black);
   type Stock is array (Color) of Natural;
end Small_Arrays;
