--  An operation that is private where it is declared is overridden only where it can be seen: another one with its
--  profile is an operation of its own, and calls that dispatch do not come to it (RM 3.9.2 (1), 7.3.1 (6)).
procedure Private_Operations is
   package Roots is
      type Root is tagged private;
      procedure Run (X : in out Root'Class; N : out Integer);
      procedure Seen (N : out Integer);
   private
      type Root is tagged null record;
      procedure Op (X : in out Root; N : out Integer);
   end Roots;

   package Others_Of_It is
      type Leaf is new Roots.Root with null record;
      procedure Op (X : in out Leaf; N : out Integer);
   end Others_Of_It;

   package body Roots is
      package Inside is
         type Branch is new Root with null record;
         overriding procedure Op (X : in out Branch; N : out Integer);
      end Inside;
      package body Inside is
         procedure Op (X : in out Branch; N : out Integer) is
         begin
            N := 3;
         end Op;
      end Inside;
      procedure Op (X : in out Root; N : out Integer) is
      begin
         N := 1;
      end Op;
      procedure Run (X : in out Root'Class; N : out Integer) is
      begin
         Op (X, N);
      end Run;
      procedure Seen (N : out Integer) is
         B : Inside.Branch;
      begin
         Run (B, N);
      end Seen;
   end Roots;

   package body Others_Of_It is
      procedure Op (X : in out Leaf; N : out Integer) is
      begin
         N := 2;
      end Op;
   end Others_Of_It;

   L : Others_Of_It.Leaf;
   N : Integer;
begin
   Others_Of_It.Op (L, N);
   pragma Assert (N = 2);
   Roots.Seen (N);
   pragma Assert (N = 3);
   Roots.Run (L, N);
   pragma Assert (N = 1);
   pragma Assert (N = 2);  --  fails: VC_ASSERT
end Private_Operations;
