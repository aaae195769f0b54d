--  Maps of which nothing is known but what all maps have in common: keys and nodes are there once, and no more than the
--  capacity.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Hashed_Maps;
procedure Any_Maps (Times : Positive) is
   type Name is record
      First, Second : Natural;
   end record;
   function Same (X, Y : Name) return Boolean is (X.First = Y.First) with Post => Same'Result = (Y.First = X.First);
   function Hash (X : Name) return Hash_Type is (Hash_Type (X.First));
   package Maps is new SPARK.Containers.Formal.Hashed_Maps (Name, Integer, Hash, Same);
   use Maps;

   procedure Move_Key (M : in out Map; Key, To : Name; Count : out Count_Type) with
     Pre  => Contains (M, Key) and then not Contains (M, To),
     Post => not Contains (M, Key) and then Contains (M, To) and then Count = Length (M)'Old
   is
      Value : constant Integer := Element (M, Key);
   begin
      Delete (M, Key);
      Insert (M, To, Value);
      Count := Length (M);
   end Move_Key;

   procedure Put (M : in out Map; Key : Name; Value : Integer) with
     Pre  => Contains (M, Key) or else Length (M) < M.Capacity,
     Post => Element (M, Key) = Value
   is
   begin
      Include (M, Key, Value);
   end Put;

   procedure Put_Two (M : in out Map; A, B : Name) with
     Pre => Length (M) < M.Capacity,
     Post => Contains (M, A)
   is
   begin
      Include (M, A, 1);
      Include (M, B, 2);  --  open
   end Put_Two;

   procedure Copy_All (From : Map; To : in out Map; Key : Name) with
     Pre  => To.Capacity >= Length (From) and then Contains (From, Key),
     Post => Length (To) = Length (From) and then Element (To, Key) = Element (From, Key)
   is
   begin
      Assign (To, From);
   end Copy_All;

   M : Map (2, Default_Modulus (2));
   N : Map (3, Default_Modulus (3));
   Count : Count_Type;
begin
   Put (M, (1, Times), 10);
   Move_Key (M, (1, 7), (2, 2), Count);
   pragma Assert (Count = 1);
   Copy_All (M, N, (2, 3));
   pragma Assert (Element (N, Name'(2, 5)) = 10);
   Put_Two (M, (2, 0), (2, 1));
   Put_Two (M, (3, 0), (4, 1));
end Any_Maps;
