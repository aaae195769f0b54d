--  Nobody checks the predicate of an out parameter on the way in, and none holds of a composite object whose components
--  have changed (RM 3.2.4 (31)).
procedure Predicate_Of_Out is
   function Id (X : Integer) return Integer is (X);
   type Row is array (Positive range <>) of Integer;
   subtype Sorted is Row with
     Dynamic_Predicate => (for all I in Sorted'First .. Sorted'Last - 1 => Sorted (I) <= Sorted (I + 1));
   type Holder (Size : Natural) is record
      Part : Row (1 .. Size) := (others => 0);
   end record;
   subtype Rising is Holder with
     Dynamic_Predicate => Rising.Size < 2 or else Rising.Part (1) <= Rising.Part (2);
   X : Row (1 .. 3) := (9, 2, Id (3));
   H : Holder (2) := (2, (7, 1));
   Failures : Integer := 0;
   procedure Fill (A : out Sorted) is
   begin
      if A'Last > 2 then
         Failures := Failures + 10;
      end if;
      for I in A'Range loop
         A (I) := I;
      end loop;
   end Fill;
   procedure Last_Only (A : out Sorted; V : Integer) is
   begin
      A (A'Last) := V;
   end Last_Only;
   procedure Raise_It (R : out Rising; By : Integer) is
   begin
      R.Part (2) := By;
      R.Part (1) := By - 1;
   end Raise_It;
begin
   Fill (X (1 .. 2));
   pragma Assert (X = (1, 2, 3));
   X := (9, 2, 3);
   Raise_It (H, Id (5));
   pragma Assert (H.Part = (4, 5) and Failures = 0);
   X := (9, 2, 3);
   Last_Only (X (1 .. 2), Id (4));
   pragma Assert (X = (9, 4, 3));
   Last_Only (X (1 .. 2), Id (9));
   pragma Assert (X (1) = 8);  --  fails: VC_ASSERT
end Predicate_Of_Out;
