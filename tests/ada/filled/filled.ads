--  Arrays that are written in parts, and read where they have been written.
package Filled with SPARK_Mode is
   subtype Small is Integer range -20 .. 20;
   type Smalls is array (Positive range <>) of Small;
   subtype Ten is Smalls (1 .. 10);
   type Grid is array (0 .. 3, 0 .. 2) of Small;
   type Pair is record
      A, B : Small;
   end record;
   type Loose is array (Positive range <>) of Small with Relaxed_Initialization;
   subtype Loose_Three is Loose (11 .. 13);

   function Sum_To (N : Natural) return Integer with Pre => N <= 10;
   function Flat (Row, Column : Natural) return Small with Pre => Row <= 3 and Column <= 2;
   function Copied (K : Positive) return Small with Pre => K in 3 .. 7;
   function Two_Fields (N : Small) return Small;
   procedure Fill (Into : out Smalls; Value : Small) with Pre => Into'Length > 0;
   procedure Halves (Into : out Smalls; Middle : Positive) with Pre => Middle in Into'Range;
   function By_Call (K : Positive) return Small with Pre => K in 3 .. 7;
   procedure Moved_Parts (Got : out Small);
   procedure Changed_Record (Got : out Small);
end Filled;
