--  The components of an array have the initial values of their type, each one its own (RM 3.3.1 (10, 18)): also where
--  the bounds are found at run time or are discriminants, and where parts have no initial value.
procedure Defaults_Of_Components is
   subtype Small is Integer range 1 .. 10;
   type Item (D : Small := 2) is record
      A : Integer;
      N : Integer := 7;
   end record;
   type Items is array (Small range <>) of Item;
   type Half is record
      N : Integer := 5;
      M : Integer;
   end record;
   type Halves is array (Integer range <>) of Half;
   type Table is array (Integer range <>, Integer range <>) of Half;
   type Box (Last : Integer) is record
      Inside : Halves (1 .. Last);
   end record;
   type Kind is (Full, Empty);
   type Shape (K : Kind; Last : Integer) is record
      case K is
         when Full =>
            Inside : Halves (2 .. Last);
         when Empty =>
            null;
      end case;
   end record;

   Calls : Integer := 0;
   function Id (X : Integer) return Integer is (X);
   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;
   type Counted is record
      N : Integer := Next;
   end record;
   type Counteds is array (Integer range <>) of Counted;

   Row : Items (Id (6) .. 8);
   Two : Table (Id (1) .. 2, 1 .. Id (3));
   B : Box (Id (3));
   F : Shape (Full, Id (4));
   E : Shape (Empty, Id (4));
   C : Counteds (Id (4) .. 6);
   None : Counteds (Id (4) .. 3);
begin
   pragma Assert (Row'First = 6 and Row'Last = 8);
   pragma Assert (Row (7).D = 2 and Row (7).N = 7);
   Row (8).A := 1;
   pragma Assert (Row (8) = (2, 1, 7));
   pragma Assert (Two (2, 3).N = 5 and Two'Last (2) = 3);
   pragma Assert (B.Inside (3).N = 5 and B.Inside'Length = 3);
   pragma Assert (F.Inside (4).N = 5);
   pragma Assert (E.K = Empty);
   pragma Assert (C (4).N + C (5).N + C (6).N = 6);
   pragma Assert (None'Length = 0 and Calls = 3);
   pragma Assert (C (4).N = C (5).N);  --  fails: VC_ASSERT
end Defaults_Of_Components;
