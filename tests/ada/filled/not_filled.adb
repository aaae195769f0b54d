package body Not_Filled with SPARK_Mode is

   function Sum_To (N : Natural) return Integer is
      Values : Ten;
      Sum    : Integer := 0;
   begin
      for I in 1 .. N loop
         Values (I) := I;
      end loop;
      for I in reverse 2 .. N + 1 loop
         Sum := Sum + Values (I);             --  fails
      end loop;
      return Sum;
   end Sum_To;

   function Flat (Row, Column : Natural) return Small is
      Cells : Grid;
   begin
      for I in 0 .. 10 loop
         Cells (I / 3, I mod 3) := I;
      end loop;
      return Cells (Row, Column);             --  fails
   end Flat;

   function Copied (K : Positive) return Small is
      From, To : Ten;
   begin
      for I in 1 .. 5 loop
         From (I) := I;
      end loop;
      To (3 .. 8) := From (1 .. 6);
      return To (K);                          --  fails
   end Copied;

   function Two_Fields (N : Small) return Small is
      P, Q : Pair;
   begin
      if N > 0 then
         P.A := N;
      end if;
      Q := P;
      if N > -3 then
         return Q.A;                          --  fails
      end if;
      return 0;
   end Two_Fields;

   procedure Fill (Into : out Smalls; Value : Small) is
      I : Natural := Into'First;
   begin
      while I < Into'Last loop
         Into (I) := Value;
         I := I + 1;
      end loop;
   end Fill;

   procedure Halves (Into : out Smalls; Middle : Positive) is
   begin
      for I in Into'First .. Middle - 1 loop
         Into (I) := 1;
      end loop;
      for I in Middle .. Into'Last - 1 loop
         Into (I) := 2;
      end loop;
   end Halves;

   procedure Put (Into : out Smalls) with Pre => Into'Length > 0 is
   begin
      Into := (Into'Range => 1);
   end Put;

   function By_Call (K : Positive) return Small is
      Values : Ten;
   begin
      Put (Values (3 .. 7));
      return Values (K);                      --  fails
   end By_Call;

   procedure Write_Two (Into : out Loose_Three) with
     Post => Into (11 .. 12)'Initialized and then Into (11) = 1
   is
   begin
      Into (11) := 1;
      Into (12) := 2;
   end Write_Two;

   procedure Moved_Parts (Got : out Small) is
      A, B : Loose (1 .. 5);
   begin
      Write_Two (A (2 .. 4));
      pragma Assert (A (2)'Initialized and A (4)'Initialized);  --  fails
      B (4 .. 5) := A (2 .. 3);
      Got := B (2);                           --  fails
   end Moved_Parts;

   procedure Changed_Record (Got : out Small) is
      type Loose_Pair is record
         A : Small;
         B : Small;
         C : Integer := 3;
      end record with Relaxed_Initialization;
      P, Q : Loose_Pair;
   begin
      P.A := 1;
      Q := (P with delta C => 2);
      Got := Q.B;                             --  fails
   end Changed_Record;
end Not_Filled;
