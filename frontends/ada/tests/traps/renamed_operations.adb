--  A renaming of an operation with its object evaluates the object's name once (RM 8.5.4 (5.2), 8.5.1 (4)), and
--  selects the operation at each call where the object is class-wide.
procedure Renamed_Operations is
   package Q is
      type T is tagged record
         V : Integer := 0;
      end record;
      procedure Add (X : in out T; N : Integer);
      function Value (X : T) return Integer is (X.V);
      type U is new T with null record;
      overriding procedure Add (X : in out U; N : Integer);
      overriding function Value (X : U) return Integer is (X.V * 100);
   end Q;
   package body Q is
      procedure Add (X : in out T; N : Integer) is
      begin
         X.V := X.V + N;
      end Add;
      overriding procedure Add (X : in out U; N : Integer) is
      begin
         X.V := X.V + 2 * N;
      end Add;
   end Q;
   use Q;
   A : array (1 .. 2) of T;
   I : Integer := 1;
   O : U;
   procedure More (N : Integer) renames A (I).Add;
   function Now return Integer renames O.Value;
   procedure Each (X : in out T'Class) is
      procedure Again (N : Integer) renames X.Add;
   begin
      Again (3);
   end Each;
begin
   I := 2;
   More (5);
   pragma Assert (A (1).V = 5 and A (2).V = 0);
   Each (A (2));
   pragma Assert (A (2).V = 3);
   Each (O);
   pragma Assert (O.V = 6 and Now = 600);
end Renamed_Operations;
