package body Discrete with SPARK_Mode is
   procedure Added (A : Numbers.Set; X, Y : Integer) is
      B : constant Numbers.Set := Numbers.Add (A, X);
   begin
      pragma Assert (Numbers.Contains (B, X));
      pragma Assert (Numbers.Contains (A, Y) = Numbers.Contains (B, Y));
      pragma Assert (A <= B and not (B <= A));
      pragma Assert (Numbers.Length (B) = Numbers.Length (A) + 1);
      pragma Assert (for all E of B => E = X or else Numbers.Contains (A, E));
      pragma Assert (for some E of B => E = X);
      pragma Assert (Numbers.Remove (B, X) = A);
      pragma Assert (Numbers.Included_Except (B, A, X));
      pragma Assert (Numbers.Contains (B, Y));  --  open
   end Added;

   procedure Only (A : Numbers.Set; X : Integer) is
   begin
      pragma Assert (for all E of A => E = X);  --  open
   end Only;

   procedure Equal (A, B : Numbers.Set) is
   begin
      pragma Assert (if A = B then A <= B and B <= A);
      pragma Assert (A = B);  --  open
   end Equal;

   procedure Removed (A : Numbers.Set; X : Integer) is
      B : constant Numbers.Set := Numbers.Remove (A, X);
   begin
      pragma Assert (not Numbers.Contains (B, X));
      pragma Assert (Numbers.Length (A) > 0);
      pragma Assert (B <= A);
      pragma Assert (Numbers.Is_Empty (B));  --  open
   end Removed;

   procedure Joined (A, B : Numbers.Set) is
      U : constant Numbers.Set := Numbers.Union (A, B);
      I : constant Numbers.Set := Numbers.Intersection (A, B);
   begin
      pragma Assert (A <= U and B <= U and I <= A and I <= B);
      pragma Assert (Numbers.Included_In_Union (U, A, B));
      pragma Assert (Numbers.Includes_Intersection (I, A, B));
      pragma Assert (Numbers.Length (U) = Numbers.Length (A) + Numbers.Length (B) - Numbers.Num_Overlaps (A, B));
      pragma Assert (Numbers.No_Overlap (A, B) or else not Numbers.Is_Empty (I));
      pragma Assert (U = I);  --  open
      pragma Assert (Numbers.Not_In_Both (U, A, B));  --  open
   end Joined;

   procedure Few (A : Colors.Set) is
   begin
      pragma Assert ((Colors.Length (A) = 0) = Colors.Is_Empty (A));
      if not Colors.Is_Empty (A) then
         pragma Assert (Colors.Contains (A, Colors.Choose (A)));
         pragma Assert (Colors.Choose (A) = Red);  --  open
      end if;
      pragma Assert (if (for all C in Color => Colors.Contains (A, C)) then (for all B of A => B in Color));
      for C of A loop
         pragma Assert (Colors.Contains (A, C));
      end loop;
   end Few;

   procedure Up_To (N : Natural) is
      A : Numbers.Set;
   begin
      for I in 1 .. N loop
         pragma Loop_Invariant (for all J in Integer => Numbers.Contains (A, J) = (J in 1 .. I - 1));
         pragma Loop_Invariant (Numbers.Length (A) = To_Big_Integer (I - 1));
         A := Numbers.Add (A, I);
      end loop;
      pragma Assert (for all E of A => E in 1 .. N);
      pragma Assert (for all J in 1 .. N => Numbers.Contains (A, J));
      pragma Assert (Numbers.Length (A) = To_Big_Integer (N));
      pragma Assert (Numbers.Contains (A, N));  --  fails
   end Up_To;

   procedure Aged (A : Ages.Map; P, Q : Positive) is
      B : constant Ages.Map := Ages.Set (A, P, 7);
      C : constant Ages.Map := Ages.Remove (A, P);
   begin
      pragma Assert (Ages.Get (B, P) = 7);
      pragma Assert (Ages.Has_Key (A, Q) = Ages.Has_Key (B, Q));
      pragma Assert (if Ages.Has_Key (A, Q) then Ages.Get (A, Q) = Ages.Get (B, Q));
      pragma Assert (Ages.Same_Keys (A, B) and Ages.Elements_Equal_Except (A, B, P));
      pragma Assert (C <= A and C <= B and not Ages.Has_Key (C, P));
      pragma Assert (Ages.Length (C) = Ages.Length (A) - 1);
      pragma Assert (A = B);  --  open
      pragma Assert (Ages.Get (A, Q) > 0);  --  open
   end Aged;

   procedure Kept (A, B : Ages.Map; P : Positive) is
   begin
      if A = B and then Ages.Has_Key (A, P) then
         pragma Assert (Ages.Has_Key (B, P) and then Ages.Get (B, P) = Ages.Get (A, P));
      end if;
      pragma Assert (if A <= B and B <= A then A = B);
      pragma Assert (if Ages.Same_Keys (A, B) then A = B);  --  open
   end Kept;
end Discrete;
