--  What sequences with big positions do, by what is said of them; run by GNAT.
with Ada.Text_IO; use Ada.Text_IO;
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Big_Intervals;
with SPARK.Containers.Functional.Infinite_Sequences;
procedure Drive_Sequences is
   package Seqs is new SPARK.Containers.Functional.Infinite_Sequences (Integer);
   use Seqs;
   A, B, C : Sequence;
   Wrong   : Integer := 0;
   Sum     : Integer := 0;
   Big_Sum : Big_Integer := 0;

   procedure Check (X : Boolean; N : Integer) is
   begin
      if not X then
         Put_Line ("wrong:" & N'Image);
         Wrong := Wrong + 1;
      end if;
   end Check;
begin
   Check (Length (A) = 0 and Last (A) = 0 and A = Empty_Sequence, 1);
   A := Add (Add (Add (A, 1), 2), 3);
   Check (Length (A) = 3 and Get (A, 1) = 1 and Get (A, 3) = 3, 2);
   B := Add (A, 4);
   Check (A < B and A <= B and not (B <= A) and not (A < A) and A <= A, 3);
   Check (Add (A, 1, 9) = Add (Add (Add (Add (Empty_Sequence, 9), 1), 2), 3), 4);
   Check (Add (A, 4, 9) = Add (A, 9), 5);
   Check (Remove (B, 4) = A and Remove (Add (A, 2, 7), 2) = A and Remove (Add (A, 1, 7), 1) = A, 6);
   C := Set (A, 2, 8);
   Check (Get (C, 2) = 8 and Equal_Except (A, C, 2) and not Equal_Except (A, C, 1) and Equal_Except (A, C, 1, 2), 7);
   Check (Contains (A, 2, 3, 3) and not Contains (A, 1, 2, 3) and not Contains (A, 3, 2, 3), 8);
   Check (Constant_Range (Add (Add (A, 3), 3), 3, 5, 3) and not Constant_Range (A, 1, 2, 1), 9);
   Check (Range_Equal (A, B, 1, 3) and Range_Equal (A, C, 3, 3) and not Range_Equal (A, C, 1, 2), 10);
   Check (Range_Shifted (A, Add (A, 1, 5), 1, 3, 1) and Range_Shifted (Add (A, 1, 5), A, 2, 4, -1), 11);
   Check (not Range_Shifted (A, A, 1, 2, 1), 12);
   for X of A loop
      Sum := Sum * 10 + X;
   end loop;
   for I in SPARK.Big_Intervals.Interval'(2, 4) loop
      Big_Sum := Big_Sum * 10 + I;
   end loop;
   Check (Sum = 123 and Big_Sum = 234, 13);
   Put_Line ("done," & Wrong'Image & " differ");
end Drive_Sequences;
