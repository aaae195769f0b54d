--  Container aggregates (RM 4.3.5): what they have is known, and the one with an element too many is shown.
pragma Ada_2022;
with Ada.Containers.Vectors;
with Ada.Containers.Ordered_Maps;
with Ada.Containers.Ordered_Sets;
with Ada.Containers.Doubly_Linked_Lists;
with Ada.Containers.Indefinite_Vectors;
use type Ada.Containers.Count_Type;
procedure Container_Aggregates is
   package Vectors is new Ada.Containers.Vectors (Positive, Integer);
   use type Vectors.Vector;
   package Maps is new Ada.Containers.Ordered_Maps (Integer, Integer);
   package Sets is new Ada.Containers.Ordered_Sets (Integer);
   package Lists is new Ada.Containers.Doubly_Linked_Lists (Integer);
   package Texts is new Ada.Containers.Indefinite_Vectors (Positive, String);

   --  A container of one's own.
   package Bags is
      type Bag is private with
        Aggregate => (Empty => Nothing, Add_Unnamed => Put);
      function Nothing return Bag;
      procedure Put (Into : in out Bag; Value : Integer) with
        Pre => Count (Into) < 3, Post => Count (Into) = Count (Into)'Old + 1;
      function Count (Of_Bag : Bag) return Natural;
      function Sum (Of_Bag : Bag) return Integer;
   private
      type Numbers is array (1 .. 3) of Integer;
      type Bag is record
         Used   : Natural range 0 .. 3 := 0;
         Values : Numbers := (others => 0);
      end record;
      function Nothing return Bag is (others => <>);
      function Count (Of_Bag : Bag) return Natural is (Of_Bag.Used);
   end Bags;
   package body Bags is
      procedure Put (Into : in out Bag; Value : Integer) is
      begin
         Into.Used := Into.Used + 1;
         Into.Values (Into.Used) := Value;
      end Put;
      function Sum (Of_Bag : Bag) return Integer is
         Result : Long_Long_Integer := 0;
      begin
         for I in 1 .. Of_Bag.Used loop
            Result := Result + Long_Long_Integer (Of_Bag.Values (I));
         end loop;
         return (if Result in -1_000 .. 1_000 then Integer (Result) else 0);
      end Sum;
   end Bags;

   Three : constant Vectors.Vector := [1, 2, 3];
   None  : constant Vectors.Vector := [];

   procedure Of_Variables (K : Integer) is
      A : Vectors.Vector := [K, K, 4];
   begin
      pragma Assert (A.Length = 3 and then A (1) = A (2));
      for I in 1 .. 2 loop
         A := [I, K];
         pragma Assert (A.Length = 2 and then A (1) = I and then A (2) = K);
      end loop;
   end Of_Variables;

   procedure Of_Squares is
      Squares : constant Vectors.Vector := [for I in 1 .. 5 => I * I];
      Others_Of : constant Vectors.Vector := [for X of Three when X > 1 => X + 1];
   begin
      pragma Assert (Squares.Length = 5 and then Squares (3) = 9);
      pragma Assert (Others_Of.Length = 2 and then Others_Of (1) = 3);
   end Of_Squares;

   procedure By_Index is
      Named : constant Vectors.Vector := [1 => 10, 3 => 7, 2 => 15];
   begin
      pragma Assert (Named.Length = 3 and then Named (3) = 7 and then Named (2) = 15);
   end By_Index;

   procedure Of_Maps is
      Pairs   : constant Maps.Map := [1 => 10, 5 => 50];
      Doubles : constant Maps.Map := [for I in 1 .. 3 => I * 2];
      Shifted : constant Maps.Map := [for I in 1 .. 3 use I + 10 => I * 2];
   begin
      pragma Assert (Pairs.Length = 2 and then Pairs (5) = 50);
      pragma Assert (Doubles.Length = 3 and then Doubles (2) = 4);
      pragma Assert (Shifted.Contains (12) and then Shifted (12) = 4);
   end Of_Maps;

   procedure Keys_Twice (K : Integer) is
      Made : Boolean := False;
   begin
      declare
         Pairs : constant Maps.Map := [1 => 10, K => 50];
      begin
         Made := True;
         pragma Assert (Pairs.Length = 2);
      end;
   exception
      when Constraint_Error =>
         pragma Assert (K = 1 and not Made);
   end Keys_Twice;

   procedure Of_Sets is
      Values : constant Sets.Set := [3, 1, 3, 2];
   begin
      pragma Assert (Values.Length = 3 and then Values.First_Element = 1);
   end Of_Sets;

   procedure Of_Lists is
      Values : Lists.List := [7, 8];
   begin
      pragma Assert (Values.Length = 2 and then Values.Last_Element = 8);
      Values := [];
      pragma Assert (Values.Is_Empty);
   end Of_Lists;

   procedure Of_Texts is
      Words : constant Texts.Vector := ["one", "three"];
   begin
      pragma Assert (Words.Length = 2 and then Words (2)'Length = 5);
   end Of_Texts;

   procedure Of_Bags is
      Few  : constant Bags.Bag := [1, 2];
      More : Bags.Bag := [for I in 1 .. 3 => I];
   begin
      pragma Assert (Bags.Count (Few) = 2 and then Bags.Sum (Few) = 3);
      pragma Assert (Bags.Count (More) = 3);
      More := [1, 2, 3,
               4];  --  fails: VC_PRECONDITION
   end Of_Bags;
begin
   pragma Assert (Three.Length = 3 and then Three (2) = 2);
   pragma Assert (None.Is_Empty);
   pragma Assert (Vectors.Vector'(Three & [7, 8]).Length = 5);
   Of_Variables (5);
   Of_Squares;
   By_Index;
   Of_Maps;
   Keys_Twice (1);
   Keys_Twice (2);
   Of_Sets;
   Of_Lists;
   Of_Texts;
   Of_Bags;
end Container_Aggregates;
