--  Derived types inherit the operations of their parent, from packages that are not around them too, and their overridings.
procedure Inherited_Names (X : Integer) is
   package Base is
      type Count is range 0 .. 100;
      function Start return Count;
      function Next (C : Count) return Count;
   end Base;
   package body Base is
      function Start return Count is (10);
      function Next (C : Count) return Count is (C + 1);
   end Base;
   package Middle is
      type Steps is new Base.Count;
      function Start return Steps;
   end Middle;
   package body Middle is
      function Start return Steps is (20);
   end Middle;
   type Last is new Middle.Steps;
   type Letter is new Character range 'A' .. 'Z';
   package Hidden is
      type Secret (Size : Integer) is private;
      subtype Small is Secret (3);
      function Total (S : Secret) return Integer;
   private
      type Secret (Size : Integer) is record
         Value : Integer := 2;
      end record;
   end Hidden;
   package body Hidden is
      function Total (S : Secret) return Integer is (S.Size + S.Value);
   end Hidden;
   S : Hidden.Small;
   A : constant Last := Next (Start);
   B : constant Middle.Steps := Middle.Next (Middle.Start);
   use type Base.Count, Middle.Steps;
   C : Letter := 'B';
begin
   pragma Assert (A = 21);
   pragma Assert (B = 21);
   pragma Assert (Base.Next (Base.Start) = 11);
   if X > 0 then
      C := 'A';
   end if;
   pragma Assert (C = 'A' or C = 'B');
   pragma Assert (Hidden.Total (S) = 5);
   pragma Assert (Last'Pos (Next (A)) /= X);
end Inherited_Names;
