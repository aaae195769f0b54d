--  Objects of a subtype without values exist, alone and as components; they hold something, and runs go on behind them.
procedure Null_Subtypes is
   subtype Empty is Integer range 1 .. 0;
   subtype No_Real is Float range 1.0 .. 0.0;
   type Letter is (A, B, C);
   subtype No_Letter is Letter range C .. A;
   type Word is mod 8;
   subtype No_Word is Word range 5 .. 2;
   type Step is delta 0.5 range 0.0 .. 10.0;
   subtype No_Step is Step range 3.0 .. 1.0;
   subtype Never is Boolean range True .. False;
   type Item is record
      I : Empty;
      R : No_Real;
      L : No_Letter;
      W : No_Word;
      S : No_Step;
      N : Never;
      X : Integer;
   end record;
   type Row is array (1 .. 3) of Empty;
   One  : Item;
   Many : Row;
   Lone : Empty;
   procedure Fill (To : out Item) is
   begin
      To.X := 3;
   end Fill;
   procedure Leave (It : out Row) is null;
   procedure Leave_One (It : out Empty) is null;
   procedure Never_Called (It : Empty; Not_This : Never; Nor : No_Real) is
   begin
      pragma Assert (It = 5 and Not_This and Nor > 7.0);
   end Never_Called;
begin
   Fill (One);
   Leave (Many);
   pragma Assert (One.X = 3 and Many'Length = 3);
   pragma Assert (One.X not in Empty and Letter'Val (One.X - 2) not in No_Letter);
   for I in Empty loop
      pragma Assert (I = 7);
   end loop;
   begin
      Lone := One.X;
   exception
      when Constraint_Error => One.X := 4;
   end;
   Leave_One (Lone);
   pragma Assert (One.X = 4);
   pragma Assert (One.X = 3);  --  fails: VC_ASSERT
end Null_Subtypes;
