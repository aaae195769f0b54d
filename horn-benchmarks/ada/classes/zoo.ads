with Ada.Unchecked_Deallocation;
package Zoo is
   type Animal is tagged;
   type Animal_Ref is access all Animal'Class;
   type Animal is tagged record
      Age  : Natural := 0;
      Next : Animal_Ref;
   end record;
   function Noise (A : Animal) return Integer is (1);
   procedure Grow (A : in out Animal);
   function Twice (A : Animal'Class) return Integer is (2 * A.Noise);
   type Dog is new Animal with record
      Tricks : Natural := 3;
   end record;
   overriding function Noise (A : Dog) return Integer is (10 + A.Tricks);
   overriding procedure Grow (A : in out Dog);
   type Puppy is new Dog with null record;
   overriding function Noise (A : Puppy) return Integer is (100 + Noise (Dog (A)));
   type Dog_Ref is access all Dog'Class;
   type Exact is access all Dog;
   type Const_Ref is access constant Animal'Class;
   procedure Free is new Ada.Unchecked_Deallocation (Animal'Class, Animal_Ref);
   G : aliased Dog;
   H : aliased constant Animal := (Age => 5, Next => null);

   type Speaker is interface;
   function Speak (S : Speaker) return Integer is abstract;
   type Speaker_Ref is access all Speaker'Class;
   type Parrot is new Animal and Speaker with record
      Words : Natural := 7;
   end record;
   overriding function Speak (S : Parrot) return Integer is (S.Words);
   overriding function Noise (A : Parrot) return Integer is (A.Words * 2);
   function Sum (First : access Animal'Class) return Integer;
   procedure Add (A : access Animal'Class; N : Natural);
   function Oldest (A, B : Animal_Ref) return Animal_Ref is (if A.Age >= B.Age then A else B);
end Zoo;
