--  X'Access of a class-wide object, and an allocator of one, control a call (RM 3.9.2 (5)).
procedure Dispatching_By_Access is
   package Q is
      type T is abstract tagged record
         V : Integer := 1;
      end record;
      procedure P (X : access T) is abstract;
      function Create (V : Integer) return T'Class;
      type U is new T with null record;
      overriding procedure P (X : access U);
      Seen : Integer := 0;
   end Q;
   package body Q is
      function Create (V : Integer) return T'Class is (U'(V => V));
      overriding procedure P (X : access U) is
      begin
         Seen := Seen + X.V;
      end P;
   end Q;
   O : aliased Q.T'Class := Q.Create (7);
begin
   Q.P (O'Access);
   pragma Assert (Q.Seen = 7);
   Q.P (new Q.T'Class'(Q.Create (5)));
   pragma Assert (Q.Seen = 12);
end Dispatching_By_Access;
