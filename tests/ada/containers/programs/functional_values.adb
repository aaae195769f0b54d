--  Functional containers are values, and misuse of them is a failing precondition.
with SPARK.Containers.Functional.Vectors;
with SPARK.Containers.Functional.Sets;
with SPARK.Containers.Functional.Maps;
with SPARK.Big_Integers; use SPARK.Big_Integers;
procedure Functional_Values is
   package V is new SPARK.Containers.Functional.Vectors (Positive, Integer);
   use V;
   package S is new SPARK.Containers.Functional.Sets (Integer);
   use type S.Set;
   package M is new SPARK.Containers.Functional.Maps (Integer, Integer);

   procedure Sequences (A : Sequence; X : Integer) with Pre => Last (A) < 100 is
      B : constant Sequence := Add (A, X);
   begin
      pragma Assert (Last (B) = Last (A) + 1);
      pragma Assert (Get (B, Last (B)) = X);
      pragma Assert (A < B);
      pragma Assert (for all I in 1 .. Last (A) => Get (A, I) = Get (B, I));
      pragma Assert (for some E of B => E = X);
      pragma Assert (Length (B) = Length (A) + 1);
   end Sequences;

   procedure Sets (A : S.Set; X : Integer) with Pre => not S.Contains (A, X) is
      B : constant S.Set := S.Add (A, X);
   begin
      pragma Assert (S.Contains (B, X));
      pragma Assert (A <= B);
      pragma Assert (S.Length (B) = S.Length (A) + 1);
      pragma Assert (for all E of B => E = X or else S.Contains (A, E));
   end Sets;

   procedure Maps is
      A : M.Map;
   begin
      A := M.Add (A, 1, 2);
      A := M.Add (A, 2, 3);
      pragma Assert (M.Get (A, 1) = 2);
      A := M.Set (A, 1, 5);
      pragma Assert (M.Get (A, 1) = 5);
      pragma Assert (M.Get (A, 2) = 3);
      A := M.Remove (A, 1);
      pragma Assert (not M.Has_Key (A, 1));
      pragma Assert (M.Get (A, 1) = 5);  --  fails: VC_PRECONDITION
   end Maps;

   A : Sequence;
begin
   A := Add (A, 5);
   A := Add (A, 1, 6);
   for E of A loop
      pragma Assert (E in 5 .. 6);
   end loop;
   for I in A loop
      pragma Assert (Get (A, I) = 7 - I);
   end loop;
   Sequences (A, 3);
   Sets (S.Empty_Set, 3);
   Maps;
end Functional_Values;
