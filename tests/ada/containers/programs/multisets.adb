--  Multisets are values: how often an element occurs.
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Functional.Multisets;
procedure Multisets with SPARK_Mode is
   package Bags is new SPARK.Containers.Functional.Multisets (Integer);
   use Bags;
   procedure Compare (A, B : Multiset; X, Y : Integer) with Pre => A = B is
   begin
      pragma Assert (Nb_Occurence (Add (A, X), X) = Nb_Occurence (A, X) + 1);
      pragma Assert (Nb_Occurence (Add (A, X), Y) = Nb_Occurence (A, Y));  --  fails: VC_ASSERT
   end Compare;
   A : Multiset := Add (Add (Empty_Multiset, 1), 2, 3);
begin
   pragma Assert (Nb_Occurence (A, 2) = 3 and Nb_Occurence (A, 1) = 1 and Nb_Occurence (A, 3) = 0);
   A := Remove (A, 2);
   pragma Assert (Nb_Occurence (A, 2) = 2);
   A := Remove (A, 1);
   pragma Assert (not Contains (A, 1) and Contains (A, 2));
   A := Remove_All (A, 2);
   pragma Assert (Is_Empty (A));
   Compare (Add (Empty_Multiset, 1), Add (Empty_Multiset, 1), 1, 1);
end Multisets;
