--  Children of generic units (RM 10.1.1 (17..19)): each instance of the parent has them, and they see its private part.

generic
   type Item is private;
   Size : Positive;
package Stacks is
   type Stack is private;
   function Count (S : Stack) return Natural;
   function Full (S : Stack) return Boolean is (Count (S) = Size);
   procedure Push (S : in out Stack; X : Item) with Pre => not Full (S);
private
   subtype Length is Natural range 0 .. Size;
   type Items is array (1 .. Size) of Item;
   type Stack is record
      Top  : Length := 0;
      Data : Items;
   end record;
   function Count (S : Stack) return Natural is (S.Top);
end Stacks;

package body Stacks is
   procedure Push (S : in out Stack; X : Item) is
   begin
      S.Top := S.Top + 1;
      S.Data (S.Top) := X;
   end Push;
end Stacks;

generic
package Stacks.Peeks is
   function Peek (S : Stack) return Item with Pre => Count (S) > 0;
private
   function Peek (S : Stack) return Item is (S.Data (S.Top));
   Seen : Natural := Size;
end Stacks.Peeks;

--  A child of a child.
generic
   with function "+" (X : Item; Y : Natural) return Natural;
function Stacks.Peeks.Sum (S : Stack) return Natural;

function Stacks.Peeks.Sum (S : Stack) return Natural is
begin
   return Peek (S) + Seen;
end Stacks.Peeks.Sum;

with Stacks.Peeks;
generic
   with function Combine (X : Natural; Y : Item) return Natural;
package Stacks.Folds is
   function Fold (S : Stack; Start : Natural) return Natural;
   generic
      with procedure Visit (X : Item);
   procedure Each (S : Stack);
private
   package Tops is new Stacks.Peeks;
   Top_Of_Size : constant Positive := Size;
end Stacks.Folds;

package body Stacks.Folds is
   Calls : Natural := 0;

   function Fold (S : Stack; Start : Natural) return Natural is
      R : Natural := Start;
   begin
      Calls := Natural'Min (Calls, 10) + 1;
      for I in 1 .. Count (S) loop
         R := Combine (R, S.Data (I));
      end loop;
      return (if Count (S) > 0 then Combine (R, Tops.Peek (S)) else R);
   end Fold;

   procedure Each (S : Stack) is
   begin
      for I in reverse 1 .. S.Top loop
         Visit (S.Data (I));
      end loop;
   end Each;
end Stacks.Folds;

generic
procedure Stacks.Clear (S : in out Stack);

procedure Stacks.Clear (S : in out Stack) is
begin
   S.Top := 0;
end Stacks.Clear;

--  A formal package, and a child of it.
with Stacks.Peeks;
generic
   with package Any is new Stacks (<>);
   with package Looks is new Any.Peeks (<>);
function Twice (S : Any.Stack) return Natural;

function Twice (S : Any.Stack) return Natural is
   package Own is new Any.Peeks;
   use type Any.Item;
begin
   return (if Any.Count (S) > 0 and then Own.Peek (S) = Looks.Peek (S) then 2 else 0);
end Twice;

with Stacks.Folds, Stacks.Clear, Stacks.Peeks.Sum;
with Twice;
procedure Generic_Children is
   package Numbers is new Stacks (Natural, 4);
   package Letters is new Stacks (Character, 2);
   function Add (X, Y : Natural) return Natural is (X mod 1000 + Y mod 1000);
   function Code (X : Natural; Y : Character) return Natural is (X mod 1000 + Character'Pos (Y));
   package Sums is new Numbers.Folds (Add);
   package Codes is new Letters.Folds (Combine => Code);
   package Tops is new Numbers.Peeks;
   function Sum is new Tops.Sum (Add);
   use Numbers;
   procedure Clear is new Numbers.Clear;
   package Other is new Numbers.Peeks;
   function Two is new Twice (Numbers, Tops);
   S : Stack;
   C : Letters.Stack;
   Total : Natural := 0;
   procedure Visit (X : Natural) is
   begin
      Total := (Total * 2 + X mod 10) mod 1000;
   end Visit;
   procedure Visit_All is new Sums.Each (Visit);
begin
   Push (S, 1);
   Push (S, 2);
   Push (S, 3);
   Letters.Push (C, 'A');
   pragma Assert (Sums.Fold (S, 10) = 19);
   pragma Assert (Codes.Fold (C, 1) = 131);
   pragma Assert (Tops.Peek (S) = 3 and Other.Peek (S) = 3);
   pragma Assert (Sum (S) = 7);
   pragma Assert (Two (S) = 2);
   Visit_All (S);
   pragma Assert (Total = 17);
   Clear (S);
   pragma Assert (Count (S) = 0);
   pragma Assert (Tops.Peek (S) = 3);  --  fails: VC_PRECONDITION
end Generic_Children;
